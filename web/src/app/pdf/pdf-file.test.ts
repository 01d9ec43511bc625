import { beforeEach, expect, it } from 'vitest'
import { askedPage, fileIn, storedPage, storedZoom, storePage, storeZoom } from './pdf-file.ts'

const origin = 'https://school.example'
const asked = (file: string) => fileIn(`?file=${encodeURIComponent(file)}`, origin)

beforeEach(() => localStorage.clear())

it('accepts uploaded files of this site, with the query of a signed address', () => {
  expect(asked('/files/2026/a.pdf')).toBe('/files/2026/a.pdf')
  expect(asked('/files/2026/a.pdf?e=1&s=x%2By')).toBe('/files/2026/a.pdf?e=1&s=x%2By')
  expect(asked(`${origin}/files/a.pdf`)).toBe('/files/a.pdf')
})

it.each([
  '',
  'a.pdf',
  '/api/sys/user/info',
  '/files/../api/x',
  '/files/%2e%2e/api/x',
  '//evil.example/files/a.pdf',
  String.raw`/\evil.example/files/a.pdf`,
  'https://evil.example/files/a.pdf',
  `${origin}.evil.example/files/a.pdf`,
  'javascript:alert(1)',
  'data:application/pdf;base64,AA',
])('refuses %j', (file) => {
  expect(asked(file)).toBeUndefined()
})

it('knows the page of an address', () => {
  expect(['#page=3', '#page=0', '#page=x', ''].map(askedPage)).toEqual([3, undefined, undefined, undefined])
})

it('remembers the page of a file whatever its signature is', () => {
  storePage('/files/a.pdf?s=1', 7)
  expect(storedPage('/files/a.pdf?s=2')).toBe(7)
  expect(storedPage('/files/b.pdf')).toBe(1)
})

it('remembers the zoom of a file until it fits the width again', () => {
  expect(storedZoom('/files/a.pdf')).toBeUndefined()
  storeZoom('/files/a.pdf?s=1', 150)
  expect([storedZoom('/files/a.pdf?s=2'), storedPage('/files/a.pdf')]).toEqual([150, 1])
  storeZoom('/files/a.pdf', undefined)
  expect(storedZoom('/files/a.pdf')).toBeUndefined()
})

it('remembers the latest 50 files and survives damaged storage', () => {
  for (let n = 1; n <= 51; n++) storePage(`/files/${n}.pdf`, n)
  expect(storedPage('/files/1.pdf')).toBe(1)
  expect(storedPage('/files/2.pdf')).toBe(2)
  localStorage.setItem('pdfPages', '{')
  expect(storedPage('/files/2.pdf')).toBe(1)
})
