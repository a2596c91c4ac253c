/** The code blocks of a README; each names its file in its first line, as in `// client.ts`. */
export function readmeBlocks(readme: string): { file: string; text: string }[] {
  return [...readme.matchAll(/^```(?:ts|js)\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)].map(([, text, file]) => ({
    file: file!,
    text: text!,
  }));
}
