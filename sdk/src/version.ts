/** The version of this package; `npm run release` writes it. */
export const sdkVersion = '1.0.0';
