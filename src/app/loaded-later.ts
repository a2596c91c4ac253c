// What a process loads when an operator first needs it (lazy-handler.ts).
import '../graphql/server.ts';
