// A page of a course as a SCORM 1.2 package: the player shows it, and it is finished when it was opened.
import { writeArchiveTo } from '../../../kernel/archive.ts'

/** `read` gives the content of a file beside the page. */
export type PageFile = { name: string; read: () => Promise<Uint8Array> }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const utf8 = (text: string) => new TextEncoder().encode(text)

const hrefOf = (name: string) => escaped(encodeURI(name))
const manifest = (title: string, page: string, files: readonly PageFile[]) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="page" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="all"><organization identifier="all"><title>${escaped(title)}</title>
<item identifier="one" identifierref="page-1"><title>${escaped(title)}</title></item></organization></organizations>
<resources><resource identifier="page-1" type="webcontent" adlcp:scormtype="sco" href="${hrefOf(page)}"><file href="${hrefOf(page)}"/>${files.map((one) => `<file href="${hrefOf(one.name)}"/>`).join('')}</resource></resources>
</manifest>`

const report = `(function () {
  var at = window, api = null
  for (var i = 0; i < 10 && !api; i++) { try { api = at.API || null } catch (e) {} if (at.parent === at) break; at = at.parent }
  if (!api) return
  api.LMSInitialize('')
  api.LMSSetValue('cmi.core.lesson_status', 'completed')
  api.LMSCommit('')
  window.addEventListener('pagehide', function () { api.LMSFinish('') })
})()`

const style =
  'body{font:16px/1.7 system-ui,sans-serif;max-width:50rem;margin:1.5rem auto;padding:0 1rem}img,video{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.3rem .6rem}'

/** Scripts of the old site would look for pieces that are not here. */
const still = (html: string) => html.replaceAll(/<script\b[\s\S]*?<\/script\s*>/gi, '')

/** Writes the package to `path`. `html` names the files by their names. */
export async function writePagePackage(path: string, { title, html, files }: { title: string; html: string; files: readonly PageFile[] }) {
  const page = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body><h1>${escaped(title)}</h1>${still(html)}<script>${report}</script></body></html>`
  await writeArchiveTo(path, async (archive) => {
    await archive.add('imsmanifest.xml', utf8(manifest(title, 'index.html', files)))
    await archive.add('index.html', utf8(page))
    for (const one of files) await archive.add(one.name, await one.read())
  })
}

/** As writePagePackage, for a page of several files that stay as they are; the page also reports that it was opened. */
export async function writeSitePackage(
  path: string,
  { title, page, files }: { title: string; page: PageFile; files: readonly PageFile[] },
) {
  await writeArchiveTo(path, async (archive) => {
    await archive.add('imsmanifest.xml', utf8(manifest(title, page.name, files)))
    // behind the end of the document, in letters that every encoding of pages has
    await archive.add(page.name, Buffer.concat([await page.read(), utf8(`\n<script>${report}</script>\n`)]))
    for (const one of files) await archive.add(one.name, await one.read())
  })
}
