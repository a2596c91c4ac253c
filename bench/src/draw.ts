// `npm run bench -- draw`: redraws the charts from the stored results.
import { drawPictures } from './pictures.ts';
import { readResult } from './results.ts';

drawPictures(readResult);
