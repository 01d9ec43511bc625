// The browser's build, named so that tests do not get the one for Node; it has no types of its own.
declare module 'tus-js-client/lib.es5/browser/index.js' {
  export * from 'tus-js-client'
}
