// Small SCORM packages, made by the test that plays them.
import { writeArchive } from '../src/kernel/archive.ts'

type Item = { id: string; href?: string; title?: string; mastery?: number; type?: 'sco' | 'asset' }
export type PackageGiven = {
  version?: '1.2' | '2004'
  items?: Item[]
  /** further files, or other content of those that this makes */
  files?: Record<string, string | Uint8Array>
  /** a folder around all files */
  folder?: string
  /** as the manifest names the version */
  edition?: string
  /** the whole manifest */
  manifest?: string
}

const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? new TextEncoder().encode(content) : content)

/** A page that finds the runtime as packages do, and has one button for each of these calls. */
export const pageOf = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>SCO</title></head><body>${body}</body></html>`

const namespaces = {
  '1.2': 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  '2004':
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
}

export function manifestOf({ version = '1.2', items = [{ id: 'one' }], edition }: PackageGiven): string {
  const typeName = version === '1.2' ? 'scormtype' : 'scormType'
  const organization = items.map(({ id, title = id, mastery }) => {
    const score = mastery === undefined || version !== '1.2' ? '' : `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>`
    return `<item identifier="${id}" identifierref="r-${id}"><title>${title}</title>${score}</item>`
  })
  const resources = items.map(
    ({ id, href = `${id}.html`, type = 'sco' }) =>
      `<resource identifier="r-${id}" type="webcontent" adlcp:${typeName}="${type}" href="${href}"><file href="${href}"/></resource>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" version="1" ${namespaces[version]}>
<metadata><schema>ADL SCORM</schema><schemaversion>${edition ?? (version === '1.2' ? '1.2' : '2004 4th Edition')}</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>T</title>${organization.join('')}</organization></organizations>
<resources>${resources.join('')}</resources></manifest>`
}

/** The bytes of a package: a page `{id}.html` for each of its items. */
export function makePackage(given: PackageGiven = {}): Uint8Array {
  const { items = [{ id: 'one' }], files = {}, folder = '', manifest = manifestOf(given) } = given
  const pages = Object.fromEntries(items.map(({ id }) => [`${id}.html`, pageOf(`<h1>${id}</h1>`)]))
  const all = { 'imsmanifest.xml': manifest, ...pages, ...files }
  return writeArchive(Object.fromEntries(Object.entries(all).map(([name, content]) => [folder + name, bytesOf(content)])))
}
