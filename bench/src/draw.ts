// `npm run bench -- draw`: the pictures anew, from what was measured last.
import { drawPictures } from './pictures.ts';
import { readResult } from './results.ts';

drawPictures(readResult);
