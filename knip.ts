// Entry points and exceptions that knip cannot find by itself when it looks for unused files, exports and packages.
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // Only there to be run.
  ignoreDependencies: ['oxlint', 'oxlint-tsgolint', 'kysely-codegen', 'squawk-cli'],
  // The system's, and the one program of the web that the root starts.
  ignoreBinaries: ['apt-get', 'chrt', 'fc-list', 'haproxy', 'ip', 'pgbouncer', 'redis-server', 'useradd', 'vite'],
  // An export that its own file uses may stay: it is named for the reader.
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      // packages of the server, which the script of the handbooks uses, too
      ignoreDependencies: ['sharp', '@expo-google-fonts/noto-sans-sc'],
      entry: ['scripts/*.{ts,js}', 'architecture/*.test.ts'],
      project: ['{scripts,architecture,bench,e2e,handbook}/**/*.{ts,js}', '*.ts'],
    },
    contract: { includeEntryExports: true, project: 'src/**/*.ts' },
    // Its files are sent to browsers.
    server: {
      ignoreDependencies: ['scorm-again'],
      entry: ['src/main.ts', 'src/start.ts', '{src,test}/**/*.test.ts', 'test/{global-setup,setup}.ts'],
      project: '{src,test}/**/*.ts',
    },
    web: {
      // The environment of the component tests, which the root configuration names.
      ignoreDependencies: ['jsdom'],
      // Pages and catalogues are found by their names, worklets by their addresses.
      entry: ['src/**/*Page.tsx', 'src/**/*.en.ts', 'src/**/*.worklet.ts'],
      project: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
    },
  },
}

export default config
