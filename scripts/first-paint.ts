// The start page as it is built: what it shows before scripts and style sheets have come is inside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const theme = '<script src="/theme.js"></script>'
const sheet = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g

/**
 * Writes the theme into the page instead of loading it (the server allows it by its hash), and moves the style sheets below the skeleton:
 * a style sheet in the head would hold back the first paint until it has come.
 */
export function paintedFirst(html: string, themeScript: string): string {
  const sheets = (html.match(sheet) ?? []).map((one) => one.trim())
  return html
    .replaceAll(sheet, '')
    .replace(theme, () => `<script>${themeScript.trim()}</script>`)
    .replace('</body>', () => `${sheets.map((one) => `  ${one}\n`).join('')}  </body>`)
}

export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        // the PDF viewer has no skeleton
        path === '/index.html' ? paintedFirst(html, readFileSync(join(import.meta.dirname, '../web/public/theme.js'), 'utf8')) : html,
    },
  }
}
