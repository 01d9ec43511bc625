import { beforeEach, expect, it } from 'vitest'
import { fileIn, storedPage, storePage } from './pdf-file.ts'

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

it('remembers the page of a file whatever its signature is', () => {
  storePage('/files/a.pdf?s=1', 7)
  expect(storedPage('/files/a.pdf?s=2')).toBe(7)
  expect(storedPage('/files/b.pdf')).toBe(1)
})

it('remembers the latest 50 files and survives damaged storage', () => {
  for (let n = 1; n <= 51; n++) storePage(`/files/${n}.pdf`, n)
  expect(storedPage('/files/1.pdf')).toBe(1)
  expect(storedPage('/files/2.pdf')).toBe(2)
  localStorage.setItem('pdfPages', '{')
  expect(storedPage('/files/2.pdf')).toBe(1)
})
