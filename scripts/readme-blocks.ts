/** Returns the code blocks of a README that name a file in their first line, for example `// client.ts`. */
export function readmeBlocks(readme: string): { file: string; text: string }[] {
  return [...readme.matchAll(/^```(?:ts|js)\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)].map(([, text, file]) => ({
    file: file!,
    text: text!,
  }));
}
