// generated, run npm run codegen

/** The version of this package. */
export const sdkVersion: string = '1.1.0';
