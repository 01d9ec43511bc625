// The manifest of a QTI 3.0 package: items with their metadata and the files that they need.
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { Portable } from '../exchange.rules.ts'
import { LEVEL_SOURCE } from './qti-manifest.format.ts'

/** An item of the package; `files`: paths of the files that it names. */
export type Listed = Pick<Portable, 'chapter' | 'level' | 'tags'> & { id: string; path: string; title: string; files: string[] }

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const packaging = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1'
const lom = 'http://ltsc.ieee.org/xsd/LOM'
const schemas = [
  `${packaging} https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqtiv3p0_imscpv1p2_v1p0.xsd`,
  `${lom} https://purl.imsglobal.org/spec/md/v1p3/schema/xsd/imsmd_loose_v1p3p2.xsd`,
]

export function manifestOf(items: Listed[], files: string[]): string {
  const ids = new Map(files.map((path, i) => [path, `f${i + 1}`]))
  const webcontent = [...ids].map(
    ([path, id]) => `<resource identifier="${id}" type="webcontent" href="${escape(path)}"><file href="${escape(path)}"/></resource>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="${packaging}" xmlns:lom="${lom}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${schemas.join(' ')}" identifier="MANIFEST">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
${[...items.map((one) => resourceOf(one, ids)), ...webcontent].join('\n')}
</resources>
</manifest>
`
}

/** Source and value; only the delivered levels have a word of LOM. */
const difficultyOf = (level: number): [string, string] =>
  level <= QuLevel.hard ? ['LOMv1.0', level === QuLevel.hard ? 'difficult' : 'medium'] : [LEVEL_SOURCE, String(level)]

function resourceOf({ id, path, title, chapter, level, tags, files }: Listed, ids: ReadonlyMap<string, string>): string {
  const string = (text: string) => `<lom:string language="zh-CN">${escape(text)}</lom:string>`
  const keywords = tags.map((tag) => `<lom:keyword>${string(tag)}</lom:keyword>`).join('')
  const [source, value] = difficultyOf(level)
  const difficulty = `<lom:difficulty><lom:source>${source}</lom:source><lom:value>${value}</lom:value></lom:difficulty>`
  const place =
    chapter === ''
      ? ''
      : '<lom:classification><lom:purpose><lom:source>LOMv1.0</lom:source><lom:value>discipline</lom:value></lom:purpose>' +
        `<lom:taxonPath><lom:source>${string('章节')}</lom:source><lom:taxon><lom:entry>${string(chapter)}</lom:entry></lom:taxon></lom:taxonPath></lom:classification>`
  const general = `<lom:general><lom:title>${string(title)}</lom:title><lom:language>zh-CN</lom:language>${keywords}</lom:general>`
  return (
    `<resource identifier="${id}" type="imsqti_item_xmlv3p0" href="${path}"><metadata><lom:lom>${general}` +
    `<lom:educational>${difficulty}</lom:educational>${place}</lom:lom></metadata><file href="${path}"/>` +
    `${files.map((file) => `<dependency identifierref="${ids.get(file)}"/>`).join('')}</resource>`
  )
}
