// Loads what the service loads, so that start.cjs keeps it compiled. An image runs it, as its containers would always start without.
import '../app/loaded-later.ts';
import '../app.ts';
import '../db/connection/open-database.ts';
