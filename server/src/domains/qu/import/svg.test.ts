// Drawings in SVG: what runs or loads is cleaned away, the rest is drawn and stored as a picture.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { pictures } from '../../../kernel/picture.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { cleanSvg } from './svg.service.ts'

const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20">${inner}</svg>`

test.each([
  ['<script>alert(1)</script>', 'alert'],
  ['<rect width="1" height="1" onload="alert(1)"/>', 'alert'],
  ['<foreignObject><iframe src="https://example.org"/></foreignObject>', 'example.org'],
  ['<image href="https://example.org/a.png"/>', 'example.org'],
  ['<use xlink:href="file:///etc/passwd#a"/>', 'passwd'],
  ['<rect style="fill:url(https://example.org/a#b)"/>', 'example.org'],
  ['<style>@import url(https://example.org/a.css);</style>', 'example.org'],
  ['<a href="javascript:alert(1)"><text>x</text></a>', 'alert'],
])('%s is cleaned', (inner, gone) => {
  const clean = cleanSvg(drawing(`${inner}<circle r="3"/>`))
  expect(clean).not.toContain(gone)
  expect(clean).toContain('<circle r="3"')
})

test('what belongs to the drawing stays', () => {
  const own =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#g)" clip-path="url(#c)"/>'
  expect(cleanSvg(drawing(own)).replaceAll(/\s*\/>|><\/stop>/g, '/>')).toContain('<stop offset="0" stop-color="red"/>')
  expect(cleanSvg(drawing(own))).toContain('fill="url(#g)"')
  expect(cleanSvg(`<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('<rect/>')}`)).not.toContain('ENTITY')
})

const { app, teacher } = await startWith('teacher')
const { id: repoId } = await makeRepo(app.ctx())

test('a package with one is imported with the picture, which is told; one that cannot be drawn is left out by name', async () => {
  const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="t" adaptive="false" timeDependent="false"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>看图<img src="a.svg" alt=""/><img src="b.svg" alt=""/></p><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b">乙</simpleChoice></choiceInteraction></itemBody></assessmentItem>`
  const files = {
    'i.xml': item,
    'a.svg': drawing('<rect width="40" height="20" fill="#f00"/><script>alert(1)</script>'),
    'b.svg': 'no drawing',
  }
  const bytes = writeArchive(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
  const { data } = await app.upload(quImport.stage, Buffer.from(bytes), '题.zip', { repoId }, teacher.token)
  const { notes } = await app.ok(quImport.detail, { id: data.id }, teacher)
  expect(notes).toEqual([expect.stringContaining('“a.svg”（SVG）已转为 PNG 图片'), expect.stringContaining('“b.svg”未能保存')])
  const { body } = await app.ok(quImport.row, { importId: data.id, row: 1 }, teacher)
  const [, url = ''] = /src="(\/files\/[^"]+\.png)"/.exec(body.content) ?? []
  const picture = (await app.http.inject({ method: 'GET', url })).rawPayload
  const { format, width, height } = await (await pictures())(picture).metadata()
  expect([format, width, height]).toEqual(['png', 80, 40])
})
