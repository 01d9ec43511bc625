// Exported QTI as other programs read it: well-formed, in the content model, scored and with its feedback shown.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { everyQuestion, picture } from '../../../../../test/every-question.ts'
import { faultsOfItem, faultsOfManifest } from '../../../../../test/qti-content-model.ts'
import type { Portable } from '../exchange.rules.ts'
import { parseItem } from './qti-parse.format.ts'
import { QtiWriter } from './qti-write.format.ts'

const written = (question: Portable, isStored?: (url: string) => boolean) => {
  const writer = new QtiWriter()
  const { xml } = writer.add(question, isStored)
  return { xml, lost: [...writer.lost].map((one) => one.key), files: [...writer.files.keys()], manifest: writer.manifest() }
}
const portable = (quType: number, body: Portable['body']): Portable => ({ chapter: '', level: QuLevel.normal, tags: [], quType, body })
const options = [
  { tag: 'A', content: '<p>甲</p>', isRight: true },
  { tag: 'B', content: '<p>乙</p>', isRight: false },
]
const single = (content: string, analysis = '') => portable(QuType.single, { content, analysis, options })
const processing = (xml: string) => /<qti-response-processing.*$/m.exec(xml)?.[0] ?? ''

describe('the content model', () => {
  test.each(everyQuestion.map(({ name, question }, at) => [`${at} ${question.quType} ${name}`, question] as const))(
    '%s',
    (_name, question) => {
      const { xml, manifest } = written(question)
      expect(faultsOfItem(xml)).toEqual([])
      expect(faultsOfManifest(manifest)).toEqual([])
    },
  )

  test.each([
    ['loose text and an entity', '甲&nbsp;&copy;<br>乙'],
    ['blocks within inline elements', '<span style="color:red"><p>一</p><p>二</p></span><a href="https://a.example"><div>三</div></a>'],
    ['a link with a target', '<a href="https://a.example" target="_blank" rel="noopener">链接</a>'],
    ['sources and columns', '<table><colgroup><col style="width:20px"></col></colgroup><tr><td colwidth="3">格</td></tr></table>'],
    ['a table without cells and a list without items', '<table></table><ul>文字</ul><p>尾</p>'],
    ['a quotation with text', '<blockquote>引文<p>段</p></blockquote>'],
    ['a picture without text', `<img src="${picture}">`],
    ['a sound', `<audio src="${picture}" controls></audio>`],
    ['characters that XML does not have', '<p>甲\u0007乙</p>'],
    ['signs of XML', '<p>a &lt; b &amp;&amp; c ]]&gt;</p>'],
  ])('%s', (_name, content) => {
    expect(faultsOfItem(written(single(content, content)).xml)).toEqual([])
    expect(faultsOfItem(written(portable(QuType.fillIn, { content: `${content} ____`, blanks: [{ answer: '1' }] })).xml)).toEqual([])
  })

  test('the model itself refuses what it should', () => {
    const { xml } = written(single('<p>题</p>'))
    expect(faultsOfItem(xml.replace('<p>题</p>', '题<br/><p style="x">题</p>'))).toEqual([
      '<br> in <qti-item-body>',
      'text in <qti-item-body>: 题',
      'style on <p>',
    ])
    expect(() => faultsOfItem(xml.replace('<p>题</p>', '<source/></source>'))).toThrow('unexpected close tag')
  })

  test('the model itself notices a wrong order and a missing attribute, in items and manifests', () => {
    const { xml, manifest } = written(single(`<p><img src="${picture}"></p>`))
    const [declaration = ''] = /<qti-response-declaration[^]*<\/qti-response-declaration>/.exec(xml) ?? []
    const without = (text: string, attribute: RegExp) => {
      expect(text).toMatch(attribute)
      return text.replace(attribute, '')
    }
    const moved = without(xml, /<qti-response-declaration[^]*<\/qti-response-declaration>/)
    expect(faultsOfItem(moved.replace('</qti-item-body>', `</qti-item-body>${declaration}`))).toEqual(['order in <qti-assessment-item>'])
    expect(faultsOfItem(without(xml, / time-dependent="[^"]*"/))).toEqual(['<qti-assessment-item> without time-dependent'])
    expect(faultsOfItem(without(xml, /(?<=<qti-response-declaration [^>]*) cardinality="[^"]*"/))).toEqual([
      '<qti-response-declaration> without cardinality',
    ])
    expect(faultsOfItem(without(xml, /(?<=<img[^>]*) alt="[^"]*"/))).toEqual(['<img> without alt'])
    const [file = ''] = /<file [^>]*\/>/.exec(manifest) ?? []
    expect(faultsOfManifest(manifest.replace(/<dependency [^>]*\/>/, (one) => `${one}${file}`))).toEqual(['order in <resource>'])
    expect(faultsOfManifest(without(manifest, /(?<=<file)( href="[^"]*")/))).toEqual(['<file> without href'])
  })
})

describe('response processing', () => {
  test('a standard template only for a single response of its name', () => {
    expect(processing(written(single('<p>题</p>')).xml)).toContain('rptemplates/match_correct.xml')
    const share = portable(QuType.multiple, { content: '<p>题</p>', options, rule: { multiple: 'share' } })
    expect(processing(written(share).xml)).toContain('rptemplates/map_response.xml')
  })

  test.each(everyQuestion.filter(({ question }) => question.quType !== QuType.shortAnswer))(
    'every response is marked: $name',
    ({ question }) => {
      const { xml } = written(question)
      const ids = [...xml.matchAll(/<qti-response-declaration identifier="([^"]+)"[^>]*[^/]>/g)].map(([, id]) => id)
      const rules = processing(xml)
      const isMarked = (id = '') => (rules.includes('template=') ? id === 'RESPONSE' : rules.includes(` identifier="${id}"/>`))
      expect(ids.filter((id) => !isMarked(id))).toEqual([])
      // a response is mapped only where it has a mapping
      for (const [, id] of rules.matchAll(/<qti-map-response identifier="([^"]+)"/g))
        expect(xml).toMatch(new RegExp(`<qti-response-declaration identifier="${id}"(?:(?!</qti-response-declaration>)[^])*<qti-mapping`))
    },
  )

  test('the parts of a composite count by their weight', () => {
    const blanks = [{ answer: '1' }, { answer: '2' }]
    const subs = [
      { id: '1', weight: 3, quType: QuType.single, content: '<p>一</p>', options },
      { id: '2', weight: 1, quType: QuType.fillIn, content: '<p>____ ____</p>', blanks },
    ]
    const { xml } = written(portable(QuType.composite, { content: '<p>组合</p>', subs }))
    expect(processing(xml)).toContain('<qti-match><qti-variable identifier="R1"/><qti-correct identifier="R1"/></qti-match>')
    expect(processing(xml)).toContain('<qti-base-value base-type="float">3</qti-base-value>')
    expect(processing(xml)).toContain(
      '<qti-product><qti-base-value base-type="float">0.5</qti-base-value><qti-map-response identifier="R2_2"/></qti-product>',
    )
  })

  test('an essay has none and is scored by people; a number without a margin is compared as a number', () => {
    const essay = written(portable(QuType.shortAnswer, { content: '<p>题</p>' })).xml
    expect(essay).not.toContain('qti-response-processing')
    expect(essay).toContain('external-scored="human"')
    const number = portable(QuType.fillIn, { content: '<p>____</p>', blanks: [{ answer: '100', compare: 'number' }] })
    expect(processing(written(number).xml)).toContain('<qti-equal tolerance-mode="exact">')
  })

  test('an analysis is shown, because the processing sets its outcome', () => {
    for (const question of [
      single('<p>题</p>', '<p>因为</p>'),
      portable(QuType.shortAnswer, { content: '<p>题</p>', analysis: '<p>因为</p>' }),
    ])
      expect(processing(written(question).xml)).toContain(
        '<qti-set-outcome-value identifier="FEEDBACK"><qti-base-value base-type="identifier">ANALYSIS</qti-base-value></qti-set-outcome-value>',
      )
    expect(written(single('<p>题</p>')).xml).not.toContain('FEEDBACK')
  })
})

describe('files', () => {
  test('an item depends on the pictures that it names', () => {
    const { manifest } = written(single(`<p><img src="${picture}"></p>`))
    expect(manifest).toContain('<file href="items/q1.xml"/><dependency identifierref="f1"/></resource>')
    expect(manifest).toContain('<resource identifier="f1" type="webcontent" href="resources/202611-a.png">')
    expect(manifest).toContain('<lom:title><lom:string language="zh-CN">【图】</lom:string></lom:title>')
  })

  test('a file that cannot be put into the package is named and not listed', () => {
    const html = `<video controls><source src="images/a.mp4" type="video/mp4"></source></video><p><img src="${picture}"></p>`
    const { xml, lost, files, manifest } = written(single(html), () => false)
    expect([lost, files]).toEqual([['qtiFilesMissing', 'moodleFilesUnread'], []])
    expect(xml).not.toMatch(/a\.mp4|resources\//)
    expect(manifest).not.toContain('dependency')
  })
})

test('the stem of a composite is read back without the wrapping of its parts', () => {
  const subs = [
    { id: '1', quType: QuType.single, content: '<p>一</p>', options },
    { id: '2', quType: QuType.fillIn, content: '<p>____ 甲</p><p>____ 乙</p>', blanks: [{ answer: '1' }, { answer: '2' }] },
  ]
  const { xml } = written(portable(QuType.composite, { content: '<p>组合</p>', subs }))
  // as earlier exports wrapped every part
  const wrapped = xml.replace('<qti-choice', '<div><qti-choice').replace('</qti-choice-interaction>', '</qti-choice-interaction></div>')
  for (const one of [xml, wrapped])
    expect(parseItem(one)).toMatchObject({
      body: { content: '<p>组合</p>', subs: [{}, { content: expect.stringMatching(/甲.*乙/) as string }] },
    })
})

test('underscores of an address are no gap', () => {
  const body = { content: '<p><a href="https://a.example/b__c">链接</a> ____</p>', blanks: [{ answer: '1' }] }
  const { xml, lost } = written(portable(QuType.fillIn, body))
  expect(lost).toEqual([])
  expect(xml).toContain('<a href="https://a.example/b__c">链接</a> <qti-text-entry-interaction response-identifier="RESPONSE"/>')
})
