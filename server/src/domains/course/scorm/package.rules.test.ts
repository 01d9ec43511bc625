import { expect, test } from 'vitest'
import { findWindowed, hasWindows, otherFormatOf } from './package.rules.ts'

test.each([
  ['<frameset><frame src="menu.html"></frameset>', true],
  ['<iframe id="content" src="about:blank"></iframe>', true],
  ['<IFRAME src=content/index.html>', true],
  ['<script>window.open("lesson.html")</script>', true],
  ['<iframe src="https://video.example/1"></iframe>', false],
  ['<iframe src="//video.example/1"></iframe>', false],
  ['<!-- <iframe src="a.html"></iframe> --><p>framework</p>', false],
])('%s has windows of the package: %s', (page, expected) => expect(hasWindows(page)).toBe(expected))

test('the first page with windows is found, and one that cannot be read is passed over', async () => {
  const read = async (name: string) => {
    if (name === 'large.html') throw new Error('too large')
    return Buffer.from(name === 'b.htm' ? '<frame src="x.html">' : 'plain')
  }
  expect(await findWindowed(['large.html', 'a.html', 'b.js', 'b.htm', 'c.html'], read)).toBe('b.htm')
  expect(await findWindowed(['a.html'], read)).toBeUndefined()
})

test.each([
  [['tincan.xml', 'index.html'], ['xapi']],
  [['course/cmi5.xml', 'course/tincan.xml'], ['cmi5']],
  [['a.crs', 'a.au', 'a.cst', 'a.des'], ['aicc']],
  [['imsmanifest.xml'], ['otherManifest']],
  [['deep/er/tincan.xml', 'a.au'], []],
])('%j is named %j', (names, expected) => expect(otherFormatOf(names)).toEqual(expected))
