/** The version of this package; `npm run release` writes it. */
export const sdkVersion = '0.0.0';
