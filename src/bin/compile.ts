// Loads what the service loads, so that start.cjs keeps it compiled. For images, whose containers keep nothing themselves.
import '../app/loaded-later.ts';
import '../app.ts';
import '../db/connection/open-database.ts';
