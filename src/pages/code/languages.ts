export interface Language {
  /** The name for readers. */
  label: string;
  /** True if examples use it. Successive examples are shown together as tabs. */
  isChoice: boolean;
  comment?: RegExp;
  keywords?: string;
}

const words = {
  ts: 'as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of return static string switch this throw true try type typeof undefined void while',
  python:
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield',
  php: 'as break case catch class const continue declare default echo else elseif exit extends false final finally fn for foreach function if implements instanceof interface match namespace new null print private protected public readonly require require_once return static switch throw true try use while',
  csharp:
    'as async await bool break byte case catch class const continue decimal default do double else enum false finally for foreach if in int interface internal is long namespace new null object out override private protected public readonly record ref return sealed static string struct switch this throw true try typeof using var void while with',
};

const slashes = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;

/** The languages of code blocks, by the info string of the fence. */
export const languages: Record<string, Language> = {
  sh: { label: 'curl', isChoice: true, comment: /(?<=^|\s)#[^\n]*/ },
  ts: { label: 'TypeScript', isChoice: true, comment: slashes, keywords: words.ts },
  python: { label: 'Python', isChoice: true, comment: /#[^\n]*/, keywords: words.python },
  php: { label: 'PHP', isChoice: true, comment: slashes, keywords: words.php },
  csharp: { label: 'C#', isChoice: true, comment: slashes, keywords: words.csharp },
  http: { label: 'HTTP', isChoice: false },
  json: { label: 'JSON', isChoice: false, keywords: 'true false null' },
};
