import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { configKey, configKeyHash, plistFile, provesKey, settingsFor } from './seb.rules.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the Config Key is the hash of the sorted settings, unescaped, without originator and empty dictionaries', () => {
  const settings = {
    startURL: 'https://exam.example/web?a=1&b="2"\\',
    originatorVersion: 'SEB_OSX_3.0',
    allowWlan: false,
    AllowB: 3,
    URLFilterRules: [{ regex: false, action: 1, expression: 'exam.example/*' }],
    nothing: {},
    additionalResources: [],
  }
  const json =
    '{"additionalResources":[],"AllowB":3,"allowWlan":false,"startURL":"https://exam.example/web?a=1&b="2"\\",' +
    '"URLFilterRules":[{"action":1,"expression":"exam.example/*","regex":false}]}'
  expect(configKey(settings)).toBe(sha256(json))
  expect(configKey({ ...settings, originatorVersion: 'SEB_Win_3.7' })).toBe(sha256(json))
})

test('the hash from the browser is valid for one address, with any fragment', () => {
  const key = 'a'.repeat(64)
  const url = 'https://exam.example/api/paper/paper/fill-answer'
  expect(configKeyHash(`${url}#top`, key)).toBe(sha256(url + key))
  expect(provesKey(configKeyHash(url, key).toUpperCase(), [url], key)).toBe(true)
  expect(provesKey(configKeyHash(url, key), [`${url}/other`], key)).toBe(false)
  expect(provesKey(configKeyHash(url, 'b'.repeat(64)), [url], key)).toBe(false)
  for (const hash of ['', 'x', '0'.repeat(64), 'é'.repeat(64)]) expect(provesKey(hash, [url], key)).toBe(false)
})

test('the file is a property list with the same settings', () => {
  const settings = settingsFor({ origin: 'https://exam.example:8443', examId: '12', quitPath: '/web/course?seb=quit' })
  const file = plistFile({ ...settings, extra: 'a & <b>' })
  expect(file).toContain('<key>startURL</key><string>https://exam.example:8443/web/exam/check/12</string>')
  expect(file).toContain('<key>quitURL</key><string>https://exam.example:8443/web/course?seb=quit</string>')
  expect(file).toContain('<key>sendBrowserExamKey</key><true/>')
  expect(file).toContain('<key>extra</key><string>a &amp; &lt;b&gt;</string>')
  expect(file.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
})
