// Vite configuration: the build of the web and the development server.
import react from '@vitejs/plugin-react'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { pdfAssets } from '../scripts/pdf-assets.ts'
import { fingerprintFile, webFingerprint } from '../scripts/web-fingerprint.ts'

const server = `http://localhost:${process.env.PORT || 8080}`

/** Records the sources of the build, so that `npm start` builds again only when they have changed. */
function fingerprint(): Plugin {
  let sources = ''
  let own = true
  return {
    name: 'fingerprint',
    apply: 'build',
    // only a build into web/dist is the one that `npm start` serves
    configResolved: ({ root, build }) => {
      own = resolve(root, build.outDir) === dirname(fingerprintFile)
    },
    buildStart: () => {
      sources = webFingerprint()
    },
    writeBundle: () => {
      if (own) writeFileSync(fingerprintFile, sources)
    },
  }
}

const COMPRESS_FROM = 2_048
const gzipOf = promisify(gzip)
const brotliOf = promisify(brotliCompress)

/** Compresses files in the build: many candidates who load pages in the same second cost the server no compression. */
function compressed(): Plugin {
  let folder = ''
  const compress = async (file: string) => {
    const bytes = readFileSync(file)
    if (bytes.length < COMPRESS_FROM) return
    writeFileSync(`${file}.gz`, await gzipOf(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, await brotliOf(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  }
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      await Promise.all(names.filter((name) => /\.(?:m?js|css|html|svg)$/.test(name)).map((name) => compress(join(folder, name))))
    },
  }
}

/** A pattern for these files of the repository; throws for a missing name, because the first pages would silently grow. */
function filesOf(...names: string[]): RegExp {
  const missing = names.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))
  if (missing.length > 0) throw new Error(`vite.config.ts: chunks name files that do not exist: ${missing.join(', ')}`)
  return new RegExp(`[\\\\/](?:${names.map((name) => name.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`)).join('|')})$`)
}
const modules = (...names: string[]) => names.map((name) => `${name}.module.css`)
const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)

/**
 * Groups the modules of a learner's first pages into few files: each file costs its headers and is compressed separately
 * (`e2e/weight.spec.ts` measures the sum). antd has no group: learners' pages would load components that only the back office shows.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/ },
  {
    name: 'base',
    test: new RegExp(
      [
        String.raw`node_modules[\\/](zod|i18next)[\\/]`,
        filesOf(
          ...under('contract/src/kernel', 'endpoint.ts', 'error.ts', 'field.ts', 'moment.ts'),
          ...under('contract/src/sys', 'site/config-site.ts', 'role-menu/menu-mine.ts', 'account/user-me.ts'),
          'web/src/kernel/theme/classes.ts',
          ...under('web/src/kernel/call', 'api.ts', 'failure.ts', 'navigation.ts', 'query.ts', 'token.ts'),
          ...under('web/src/kernel/plain', ...modules('avatar', 'bone', 'button', 'cards', 'facts', 'panel', 'text')),
          ...under('web/src/app', ...modules('brand', 'screen', 'footer', 'page', 'root', 'splash', 'toaster')),
          ...under('web/src/kernel', 'i18n.ts', 'messages.ts', 'notify.ts', 'permission.ts', 'preferences.ts', 'store.ts'),
          ...under('web/src/shared', 'dict-revision.ts', 'page-key.ts', 'secured.ts', 'session.ts'),
          ...under(
            'web/src/app',
            'Brand.tsx',
            'ErrorScreen.tsx',
            'Footer.tsx',
            'ThemeButtons.tsx',
            'Root.tsx',
            'Splash.tsx',
            'Toaster.tsx',
          ),
          ...under('web/src/app', 'guard.ts', 'menu.ts', 'paths.ts'),
          ...under('web/src/app/visitor', 'Screen.tsx', 'MissingPage.tsx', 'NotFoundPage.tsx', 'VisitorLayout.tsx'),
        ).source,
        'vite[\\\\/]preload-helper',
      ].join('|'),
    ),
  },
  {
    name: 'shell',
    test: filesOf(
      ...under('web/src/app', 'Inside.tsx', 'NavIcon.tsx', 'PageFrame.tsx', 'learnerRoutes.ts', 'pages.ts'),
      ...under('web/src/app', ...modules('nav-icon')),
      ...under('contract/src', 'stat/total.ts', 'sys/site/total-name.ts'),
      ...under('web/src/domains', 'course/catalog/home-tools.ts', 'stat/Today.tsx', ...modules('stat/today')),
      ...under('web/src/app/learner', 'BottomNav.tsx', 'DisplayTools.tsx', 'LearnerLayout.tsx', 'LeaveDialog.tsx'),
      ...under('web/src/app/learner', ...modules('bottom-nav', 'learner')),
      ...under('web/src/app/display', 'size-names.ts', 'useFullscreen.ts'),
    ),
  },
  {
    name: 'exams',
    test: filesOf(
      'contract/src/exam/exam.ts',
      'contract/src/paper/paper.ts',
      'contract/src/qu/content.ts',
      ...under('web/src/kernel', 'PageState.tsx', 'Tag.tsx', ...modules('page-state', 'tag')),
      ...under('web/src/domains/paper/question', 'PassTag.tsx', 'marked.ts'),
    ),
  },
  {
    name: 'plain',
    test: filesOf(
      'contract/src/sys/notice/notice.ts',
      ...under('web/src/kernel/plain', 'BreakNotice.tsx', 'FilterBar.tsx', 'PlainPager.tsx', 'address-filter.ts'),
      'web/src/kernel/relative-time.tsx',
      ...under('web/src/domains/sys/notice', 'NoticeCard.tsx', ...modules('notice')),
    ),
  },
  {
    name: 'courses',
    test: filesOf(
      ...under('contract/src', 'kernel/parent.ts', 'sys/setting/dic.ts', 'sys/setting/dic-value.ts'),
      ...under('contract/src/course', 'catalog/course.ts', 'catalog/course-parts.ts', 'file/file.ts'),
      ...under('contract/src/pay', 'order-state.ts', 'order/bought.ts', 'order/buy.ts'),
      ...under('web/src/domains/pay/order', 'BuyButton.tsx', 'cost-text.ts', ...modules('buy-button')),
      'web/src/shared/dict.ts',
      'web/src/domains/sys/account/UserBanner.tsx',
      ...under('web/src/domains/course/catalog', 'Cover.tsx', 'course-labels.ts'),
    ),
  },
  {
    name: 'exam-cards',
    test: filesOf(
      ...under('contract/src', 'exam/audit-state.ts', 'paper/admission/buy.ts'),
      ...under('web/src/domains/exam', 'exam-labels.ts', 'useOnNews.ts', ...modules('learner/exam-learner')),
    ),
  },
  {
    name: 'lists',
    test: filesOf('web/src/kernel/form/schema.ts', ...under('web/src/kernel/list', 'columns.tsx', 'list-query.ts', 'useListQuery.ts')),
  },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), pdfAssets(), fingerprint(), compressed()],
  // short class names keep the first page small; in development, names contain their file
  css: command === 'build' ? { modules: { generateScopedName: '_[hash:base64:6]' } } : {},
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    // a browser without modulepreload only loads the files later
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The content security policy allows no data: addresses for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // the PDF viewer is a page of its own, at the address that the specification names
      input: { main: join(import.meta.dirname, 'index.html'), pdf: join(import.meta.dirname, 'pdf/web/viewer.html') },
      output: {
        codeSplitting: {
          groups: chunks,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/files': server,
      '/healthz': server,
      '/readyz': server,
      '/docs/api': server,
    },
  },
}))
