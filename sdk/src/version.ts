/** The version of this package; `npm run release` writes it. */
export const sdkVersion: string = '0.0.0';
