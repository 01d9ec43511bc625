// The handbooks as a folder of pages that opens without a server, and one PDF for each of them.
import { chromium } from '@playwright/test'
import { cpSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { audiences, type Audience, type Chapter } from '../../handbook/format.ts'
import { handbookRoot, readChapters, titles } from '../../handbook/read.ts'
import { findHeadless, provideChromium } from '../chromium.ts'

const out = fileURLToPath(new URL('../../dist/handbook', import.meta.url))
const fonts = fileURLToPath(new URL('../../node_modules/@expo-google-fonts/noto-sans-sc', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const fileOf = (id: string) => `${id.replace('/', '-')}.html`

const sheet = `:root{color-scheme:light dark;--line:light-dark(#d9dee5,#3a4048);--soft:light-dark(#f4f6f9,#22262b);--link:light-dark(#1757c2,#8ab4ff);--dim:light-dark(#59626d,#a5adb7)}
body{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem;font:16px/1.75 system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif}
a{color:var(--link);text-underline-offset:.2em}a:not(:hover){text-decoration-thickness:1px}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:baseline;border-bottom:1px solid var(--line);margin-bottom:1rem;padding-bottom:.5rem;color:var(--dim)}
h1{font-size:1.6rem;line-height:1.35}h2{font-size:1.15rem;margin-top:1.75em}
main>p,main>ul,main>ol,blockquote{max-width:46rem}
li{margin:.2em 0}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}th{background:var(--soft)}
pre,code{background:var(--soft);border-radius:4px}code{padding:0 .25em}pre{padding:.75rem;overflow-x:auto}pre code{padding:0;background:none}
blockquote{margin:0 0 1em;padding:.5rem 1rem;border-left:3px solid #c90;background:var(--soft)}
nav.pair{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
nav.pair a{display:inline-block;padding:.5rem 0}
.find{display:grid;gap:.25rem;max-width:30rem}
#query{font:inherit;box-sizing:border-box;width:100%;padding:.5rem .75rem;border:1px solid var(--dim);border-radius:6px;background:Canvas;color:CanvasText}
.books{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem;margin-top:1.5rem}
.books section{border:1px solid var(--line);border-radius:8px;padding:1rem 1.25rem}
.books h2{display:flex;justify-content:space-between;gap:1rem;margin:0 0 .5rem}.books h2 a{font-size:.9rem;font-weight:400}
.books ol{margin:0;padding-left:1.75rem}
.cover{display:flex;flex-direction:column;justify-content:center;min-height:235mm;text-align:center}.cover h1{font-size:30pt;margin:0}.cover p{max-width:none;margin:.5rem 0;color:#59626d}
.contents{columns:2;column-gap:12mm}
.book>section{break-before:page}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10.5pt;line-height:1.6}header,nav.pair{display:none}a{color:inherit;text-decoration:none}
h1{font-size:17pt;margin:0 0 4mm}h2{font-size:12pt;margin:5mm 0 2mm;break-after:avoid}p,li{orphans:2;widows:2;break-inside:avoid}
img{display:block;max-height:86mm;max-width:100%;width:auto;break-inside:avoid}}
`

/** The search of the start page, without a server: every part of the query must occur. */
const searching = `const pages = JSON.parse(document.querySelector('#pages').textContent)
const field = document.querySelector('#query'), list = document.querySelector('#found')
field.addEventListener('input', () => {
  const parts = field.value.normalize('NFKC').toLowerCase().split(/\\s+/).filter(Boolean)
  const hits = parts.length === 0 ? [] : pages.filter(([, title, text]) => parts.every((part) => (title + text).includes(part)))
  list.replaceChildren(...hits.map(([file, title]) => {
    const item = document.createElement('li'), link = document.createElement('a')
    link.href = file; link.textContent = title; item.append(link); return item
  }))
})`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const page = (title: string, body: string, head = '') =>
  `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><link rel="stylesheet" href="handbook.css">${head}</head>
<body>
${body}
</body></html>
`
/** Links and pictures within the folder; it belongs to no site, so the product stands for its name. */
const local = (html: string) =>
  html
    .replaceAll('{{site}}', '书院')
    .replaceAll(/href="\/help\/([^"]+)"/g, (_all, id: string) => `href="${fileOf(id)}"`)
    .replaceAll(/src="image:([a-z0-9-]+)"/g, 'src="images/$1.png"')
const link = ({ id, title }: Chapter) => `<a href="${fileOf(id)}">${escaped(title)}</a>`

function chapterPage(chapter: Chapter, book: readonly Chapter[]): string {
  const at = book.indexOf(chapter)
  const [before, after] = [book[at - 1], book[at + 1]]
  const pair = `<nav class="pair"><span>${before ? `← ${link(before)}` : ''}</span><span>${after ? `${link(after)} →` : ''}</span></nav>`
  const head = `<header><a href="index.html">书院手册</a><span>${titles[chapter.audience]}</span></header>`
  return page(
    `${chapter.title} - ${titles[chapter.audience]}`,
    `${head}<main><h1>${escaped(chapter.title)}</h1>\n${local(chapter.html)}\n${pair}</main>`,
  )
}

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

function startPage(chapters: readonly Chapter[]): string {
  const pages = chapters.map(({ id, title, html }) => [fileOf(id), title, plain(html).normalize('NFKC').toLowerCase()])
  const lists = audiences.map((audience) => {
    const items = chapters.filter((one) => one.audience === audience).map((one) => `<li>${link(one)}</li>`)
    return `<section><h2>${titles[audience]}<a href="${audience}.pdf">PDF</a></h2><ol>${items.join('')}</ol></section>`
  })
  const search = `<div class="find"><label for="query">搜索</label><input id="query" type="search"></div><ul id="found" aria-live="polite"></ul>`
  const data = `<script id="pages" type="application/json">${JSON.stringify(pages).replaceAll('<', String.raw`\u003c`)}</script><script>${searching}</script>`
  return page('书院手册', `<main><h1>书院手册</h1>${search}<div class="books">${lists.join('\n')}</div></main>${data}`)
}

/** One handbook for the printer; the font is part of the program, so that the machine needs no Chinese one. */
function bookPage(audience: Audience, book: readonly Chapter[]): string {
  const face = (weight: number, file: string) =>
    `@font-face{font-family:'Noto Sans SC';font-weight:${weight};src:url('${pathToFileURL(join(fonts, file)).href}')}`
  const head = `<style>${face(400, '400Regular/NotoSansSC_400Regular.ttf')}${face(700, '700Bold/NotoSansSC_700Bold.ttf')}body{font-family:'Noto Sans SC',sans-serif}</style>`
  const cover = `<div class="cover"><h1>${titles[audience]}</h1><p>书院 ${version}</p></div>`
  const list = `<section><h1>目录</h1><ol class="contents">${book.map(({ id, title }) => `<li><a href="#${id.replace('/', '-')}">${escaped(title)}</a></li>`).join('')}</ol></section>`
  const inside = (html: string) =>
    local(html).replaceAll(/href="([a-z]+)-([a-z0-9-]+)\.html"/g, (all, of: string, name: string) =>
      of === audience ? `href="#${of}-${name}"` : all,
    )
  const sections = book.map(
    ({ id, title, html }) => `<section id="${id.replace('/', '-')}"><h1>${escaped(title)}</h1>${inside(html)}</section>`,
  )
  return page(titles[audience], `<div class="book">${cover}${list}${sections.join('\n')}</div>`, head)
}

/** Writes `dist/handbook`: the pages, and a PDF for each handbook. @returns how many chapters there are */
export async function writeSite(): Promise<number> {
  const chapters = readChapters()
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'handbook.css'), sheet)
  cpSync(join(handbookRoot, 'images'), join(out, 'images'), { recursive: true })
  await writeFile(join(out, 'index.html'), startPage(chapters))
  for (const chapter of chapters) {
    const book = chapters.filter(({ audience }) => audience === chapter.audience)
    await writeFile(join(out, fileOf(chapter.id)), chapterPage(chapter, book))
  }
  provideChromium()
  const executablePath = findHeadless()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const print = await browser.newPage()
    for (const audience of audiences) {
      // beside the pictures that it shows
      const source = join(out, `${audience}-print.html`)
      await writeFile(
        source,
        bookPage(
          audience,
          chapters.filter((one) => one.audience === audience),
        ),
      )
      await print.goto(pathToFileURL(source).href)
      await print.evaluate(() =>
        Promise.all(
          [...document.images].map((one) => {
            one.loading = 'eager'
            return one.decode().catch(() => undefined)
          }),
        ),
      )
      const footerTemplate =
        '<div style="font-size:8px;width:100%;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>'
      await print.pdf({
        path: join(out, `${audience}.pdf`),
        format: 'A4',
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate,
        outline: true,
        tagged: true,
        margin: { top: '18mm', bottom: '18mm', left: '18mm', right: '18mm' },
      })
      await rm(source)
    }
  } finally {
    await browser.close()
  }
  return chapters.length
}
