// Exported QTI 2.2: well-formed, in the content model, and read back as the same question that QTI 3.0 gives.
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { everyQuestion } from '../../../../../test/every-question.ts'
import { faultsOfItem22, faultsOfManifest, strictTree } from '../../../../../test/qti-content-model.ts'
import { judge } from '../exchange.rules.ts'
import { parseManifest } from './qti-manifest.format.ts'
import { parseItem } from './qti-parse.format.ts'
import { QtiWriter } from './qti-write.format.ts'
import { itemOf22, manifestOf22 } from './qti22-write.format.ts'

const samples = everyQuestion.map(({ name, question }, at) => [`${at} ${question.quType} ${name}`, question] as const)

describe.each(samples)('%s', (_name, question) => {
  const writer = new QtiWriter()
  const { path, xml } = writer.add(question)
  const manifest = writer.manifest()

  test('keeps to the content model', () => {
    expect(faultsOfItem22(itemOf22(xml))).toEqual([])
    expect(faultsOfManifest(manifestOf22(manifest))).toEqual([])
    expect(itemOf22(xml)).not.toMatch(/<\/?qti-|v3p0|data-/)
  })

  test('is read back as what QTI 3.0 gives', () => {
    const meaning = (item: string) => {
      const read = parseItem(item)
      return read && 'body' in read ? { quType: read.quType, ...judge({ row: 1, problems: [], ...read }) } : read
    }
    expect(meaning(itemOf22(xml))).toEqual(meaning(xml))
    expect(parseManifest(manifestOf22(manifest)).get(path)).toEqual(parseManifest(manifest).get(path))
  })
})

test('names the version in the item and in the manifest', () => {
  const writer = new QtiWriter()
  const { xml } = writer.add(everyQuestion[0]!.question)
  const item = strictTree(itemOf22(xml))
  expect([item.name, item.attributes.xmlns, item.attributes.timeDependent]).toEqual([
    'assessmentItem',
    'http://www.imsglobal.org/xsd/imsqti_v2p2',
    'false',
  ])
  expect(itemOf22(xml)).toContain('template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct"')
  expect(manifestOf22(writer.manifest())).toContain('type="imsqti_item_xmlv2p2"')
})

test('a level that LOM has no word for comes back', () => {
  const writer = new QtiWriter()
  const { path } = writer.add({ ...everyQuestion[0]!.question, level: QuLevel.fifth })
  for (const manifest of [writer.manifest(), manifestOf22(writer.manifest())]) {
    expect(faultsOfManifest(manifest)).toEqual([])
    expect(parseManifest(manifest).get(path)?.level).toBe(QuLevel.fifth)
  }
})

test('videos are of the namespace of HTML 5, and their controls are a truth value', () => {
  const item = itemOf22(
    '<qti-item-body><div><video src="a.mp4" controls=""></video><audio><source src="a.mp3" type="audio/mpeg"/></audio></div></qti-item-body>',
  )
  const html5 = 'xmlns="http://www.imsglobal.org/xsd/imsqtiv2p2_html5_v1p0"'
  expect(item).toContain(`<video ${html5} src="a.mp4" controls="true"></video>`)
  expect(item).toContain(`<audio ${html5}><source src="a.mp3"`)
})
