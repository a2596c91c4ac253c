/** The version of this package; `npm run release` writes it. */
export const sdkVersion: string = '1.0.0';
