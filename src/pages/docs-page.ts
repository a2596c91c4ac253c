import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

// Swagger UI from its package, so that the page works without internet; started by a file of ours, since the page
// allows no script inside.
const initializer = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const style = `
body { margin: 0; background: #fff; }
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 32px 0 16px; }
nav { font: 15px/1.4 system-ui, sans-serif; padding: 12px 24px; background: #0f3d2e; color: #fff; }
nav a { color: #c9f2dd; margin-right: 20px; text-decoration: none; }
nav a:hover, nav a:focus { text-decoration: underline; }
`;

interface Asset {
  type: string;
  read: () => Promise<Buffer | string>;
}

const fromPackage = (name: string) => () => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));

const assets: Record<string, Asset> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: fromPackage('swagger-ui.css') },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: fromPackage('swagger-ui-bundle.js'),
  },
  'reference.js': { type: 'text/javascript; charset=utf-8', read: async () => initializer },
  'reference.css': { type: 'text/css; charset=utf-8', read: async () => style },
  'favicon.png': { type: 'image/png', read: fromPackage('favicon-32x32.png') },
};

/** The interactive reference of the partner interface. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Courtbridge: reference of the partner interface</title>
<link rel="icon" href="/docs/favicon.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<nav><a href="/">Courtbridge</a><a href="/api/v1/openapi.json">OpenAPI document</a></nav>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;
}

const compress = promisify(gzip);
const loaded = new Map<string, Promise<{ plain: Buffer; gzipped: Buffer }>>();

/** The files of the page. */
export const docsAssetNames = Object.keys(assets);

/** A file of the page, read and compressed once. `name`: one of `docsAssetNames`. */
export async function readDocsAsset(name: string, acceptEncoding: string): Promise<Response> {
  const asset = assets[name]!;
  let loading = loaded.get(name);
  if (!loading) {
    loading = asset.read().then(async (content) => {
      const plain = Buffer.from(content);
      return { plain, gzipped: await compress(plain) };
    });
    loaded.set(name, loading);
  }
  const { plain, gzipped } = await loading;
  const isGzip = /\bgzip\b/.test(acceptEncoding);
  return new Response((isGzip ? gzipped : plain) as BodyInit, {
    headers: {
      'Content-Type': asset.type,
      ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
      Vary: 'Accept-Encoding',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
