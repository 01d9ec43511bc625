import { expect, test } from 'vitest'
import { customOf, resolvedCustom } from './custom.rules.ts'

test.each([
  ['id=5', { id: '5' }],
  [' id = a=b \r\n\nempty=', { id: 'a=b', empty: '' }],
  ['', {}],
  ['id', undefined],
  ['=5', undefined],
])('%j is read as %j', (text, expected) => expect(customOf(text)).toEqual(expected))

test('variables get their values, those without one stay, and the link stands before the tool', () => {
  const facts = {
    subject: 's',
    name: '张小明',
    role: 'r',
    locale: 'zh-CN',
    issuer: 'https://a.cn',
    linkId: '1-2',
    linkTitle: '练习',
    lineItem: '',
  }
  const text = 'who=$Person.name.full\ncourse=$Context.id\nunknown=$X.y\nmixed=a $User.id'
  expect(resolvedCustom([text, 'who=$User.id'], { ...facts, course: { id: '9', title: '急救' } })).toEqual({
    who: 's',
    course: '9',
    unknown: '$X.y',
    mixed: 'a $User.id',
  })
  expect(resolvedCustom([text], facts)).toMatchObject({ who: '张小明', course: '$Context.id' })
})
