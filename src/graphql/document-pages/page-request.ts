import type { Page } from '../../pages/layout.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import type { Catalog } from './catalog.ts';
import type { RunDocument } from './records.ts';

/** One request for a page, by an operator who is signed in. */
export interface PageRequest {
  operator: AuthenticatedOperator;
  catalog: Catalog;
  run: RunDocument;
  /** Unix milliseconds. */
  now: number;
  newId: () => string;
  /** The address of the service, by which the browser reached it: `https://partners.example.com`. */
  origin: string;
  /** The results of forms that were just sent to this process. Whether a form was sent is in the database. */
  recent: Map<string, Promise<PageAnswer>>;
}

/** A page as a response. */
export interface PageAnswer {
  status: number;
  /** A page, or the text of a file. */
  body?: Page | string;
  headers?: Record<string, string>;
}
