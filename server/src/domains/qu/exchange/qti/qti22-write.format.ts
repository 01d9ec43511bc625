// Rewrites the items and the manifest of a QTI 3.0 package as QTI 2.2: other names, the same questions.

const namespace = 'http://www.imsglobal.org/xsd/imsqti_v2p2'
const schema = `${namespace} http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2p2.xsd`
const packaging = 'http://www.imsglobal.org/xsd/imscp_v1p1'
const packagingSchema = `${packaging} http://www.imsglobal.org/xsd/qti/qtiv2p2/qtiv2p2_imscpv1p2_v1p0.xsd`
const templates = 'http://www.imsglobal.org/question/qti_v2p2/rptemplates'

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const tag = /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g
const attribute = /(?<!\s)\s+([\w:-]+)="([^"]*)"/g

function attributesOf(name: string, text: string): string {
  const isOwn = name.startsWith('qti-')
  return [...text.matchAll(attribute)]
    .flatMap(([, key = '', value = '']) => {
      if (key === 'xmlns') return [`xmlns="${namespace}"`]
      if (key === 'xsi:schemaLocation') return [`xsi:schemaLocation="${schema}"`]
      if (key === 'template') return [`template="${templates}/${value.split('/').at(-1)?.replace('.xml', '')}"`]
      // 2.2 has no attributes of one's own: a class says what the reader must know
      if (key === 'data-latex') return ['class="rich-latex"']
      if (key === 'data-tag') return value === 'u' ? [] : [`class="rich-${value}"`]
      if (key.startsWith('data-')) return []
      return [`${isOwn ? camel(key) : key}="${value}"`]
    })
    .map((one) => ` ${one}`)
    .join('')
}

const html5 = 'http://www.imsglobal.org/xsd/imsqtiv2p2_html5_v1p0'

/** Video and audio are of a namespace of their own in 2.2, where `controls` is a truth value. */
const withMedia = (xml: string): string =>
  xml.replaceAll(
    /<(video|audio)\b([^>]*)>/g,
    (_whole, name: string, attributes: string) =>
      `<${name} xmlns="${html5}"${attributes.replace(/\scontrols="[^"]*"/, ' controls="true"')}>`,
  )

/** An item of QTI 3.0, as QtiWriter writes it, in QTI 2.2. */
export function itemOf22(xml: string): string {
  const items = xml.replaceAll(tag, (whole: string, closing: string, name: string, attributes: string, empty: string) => {
    // 2.2 has no element around the content of rubrics, which are blocks, and of feedback
    if (name === 'qti-content-body') return ''
    if (!name.startsWith('qti-'))
      return attributes.includes('data-') ? `<${closing}${name}${attributesOf(name, attributes)}${empty}>` : whole
    return `<${closing}${camel(name.slice('qti-'.length))}${attributesOf(name, attributes)}${empty}>`
  })
  return withMedia(items)
}

/** The manifest of such a package. */
export const manifestOf22 = (xml: string): string =>
  xml
    .replace(/ xmlns="[^"]*"/, ` xmlns="${packaging}"`)
    .replace(/(xsi:schemaLocation=")\S+ \S+/, `$1${packagingSchema}`)
    .replace(
      '<schema>QTI Package</schema><schemaversion>3.0.0</schemaversion>',
      '<schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion>',
    )
    .replaceAll('type="imsqti_item_xmlv3p0"', 'type="imsqti_item_xmlv2p2"')
