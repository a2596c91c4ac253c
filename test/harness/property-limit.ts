import fc from 'fast-check';

// Ends a property before its test times out. Otherwise the timeout hides the input that fails, because finding a smaller one takes long.
fc.configureGlobal({
  interruptAfterTimeLimit: Number(process.env.TEST_PROPERTY_MILLIS ?? 160_000),
  markInterruptAsFailure: true,
});
