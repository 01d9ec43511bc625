// Texts name the site, its parts and its people by the words of the site, in both languages; what the site is not, no text says.
import { siteKinds, type SiteKind } from '@shuyuan/contract/kernel/site-kind.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { isWorded, setSiteKind, worded } from '../kernel/text/words.ts'
import { wordedLabels } from '../kernel/text/worded-labels.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { t, tLabel } from '../kernel/i18n.ts'
import { reloadSite } from '../shared/session/session.ts'
import { catalogue } from './english.ts'

const { pages, contract } = catalogue
const formsOf = (text: unknown) => (typeof text === 'string' ? [text] : Object.values(text as Record<string, string>))
const labels = Object.entries(contract.labels)
const messages = Object.values(contract.texts).flatMap(formsOf)
/** Every text of pages, labels and messages; messages in English only, because their Chinese stands in the contract's own files. */
const texts = [...Object.entries(pages), ...labels].flatMap(([key, text]) => [key, ...formsOf(text)])
const all = [...texts, ...messages]
const sources = import.meta.glob<string>('../../../contract/src/**/*.ts', { query: '?raw', import: 'default', eager: true })
const chineseMessages = Object.entries(sources)
  .filter(([path]) => /(?:texts|\/error)\.ts$/.test(path))
  .flatMap(([, source]) => [...source.matchAll(/'((?:[^'\\\n]|\\.)*\p{Script=Han}(?:[^'\\\n]|\\.)*)'/gu)].map(([, text = '']) => text))
const quoted = /“[^”]*”/g
const kinds = Object.keys(siteKinds) as SiteKind[]
/** Names of the kinds themselves, of WeCom, and the words of the code of a hotel, which only hotels see. */
const ofKinds = new Set<string>([...Object.values(siteKinds), 'Company', 'School', 'Hotel', 'Hospital'])
const ofHotels = /酒店(?:编码|列表|查询|资料|信息|导入模板|表|行|。?$)|(?:删除|导入|查询)酒店|没有酒店|hotelCode|\bhotels?\b/i
const ofOthers = /企业微信|企业 ID|该企业的成员|WeCom|Company name|company name|this company/

afterEach(() => setSiteKind('none'))

it('names no kind of organisation outside of the words', () => {
  const named = [...all, ...chineseMessages].filter(
    (text) => /学校|院校|酒店|企业|医院|\b(?:schools?|hotels?|companies|company|hospitals?)\b/i.test(text) && !ofKinds.has(text),
  )
  expect(named.filter((text) => !ofHotels.test(text) && !ofOthers.test(text))).toEqual([])
  // the words of hotels stand in the texts of the code of the hotel alone
  expect(Object.keys(pages).filter((key) => /酒店/.test(key) && !/酒店(?:编码|信息)|导入酒店|酒店表/.test(key))).toEqual([])
})

it('names a page as its menu does', () => {
  // the page is 站点设置; what is watched is one exam, which the title names
  expect([...all, ...chineseMessages].filter((text) => /系统设置|监考本人的考试/.test(text))).toEqual([])
})

it('knows the labels that the words change', () => {
  const changed = labels.flatMap(([key, text]) =>
    /部门|学员|本单位/.test(key) || /\b(?:learner|department)s?\b|your organisation/i.test(text) ? [key] : [],
  )
  expect([...wordedLabels].toSorted()).toEqual(changed.toSorted())
})

describe.each(kinds)('the words of %s', (kind) => {
  const fixed = ['学员首页', '部门不能为空！', 'Learner home', 'Please choose a department!']

  it('replace all or none of a word, and stand in correct English', () => {
    setSiteKind(kind)
    const shown = [...all, ...chineseMessages].filter((text) => !fixed.includes(text)).map((text) => worded(text).replaceAll(quoted, ''))
    for (const word of ['部门', '学员', '本单位', 'department', 'learner', 'your organisation']) {
      const isShown = shown.some((text) => text.toLowerCase().includes(word))
      expect(isShown, word).toBe(worded(word) === word)
    }
    expect(
      shown.filter((text) =>
        /\ba (?:employee|organisation)|\ban (?:student|class|learner|department|hotel|school|company|hospital)\b/i.test(text),
      ),
    ).toEqual([])
  })

  it('leave given wordings, quotations and data as they are', () => {
    setSiteKind(kind)
    for (const text of fixed) expect(worded(text)).toBe(text)
    expect(worded('用户类型应为“学员”或“管理人员”')).toBe('用户类型应为“学员”或“管理人员”')
    expect(isWorded('学员事务部门')).toBe(false)
    expect(isWorded('部门管理')).toBe(kind !== 'none')
  })
})

it.each([
  ['none', '部门管理', '部门管理', 'A learner of your organisation'],
  ['company', '学员的部门', '员工的部门', 'An employee of your company'],
  ['school', '学员的部门，本单位', '学生的班级，本校', 'A student of your school'],
  ['hotel', '本单位的部门', '本酒店的部门', 'A learner of your hotel'],
  ['hospital', '本单位的部门', '本院的科室', 'A learner of your hospital'],
  ['examiner', '本单位的学员', '本机构的考生', 'A candidate of your examination office'],
] as const)('%s says %s as %s', (kind, text, expected, english) => {
  setSiteKind(kind)
  expect(worded(text)).toBe(expected)
  expect(worded('A learner of your organisation')).toBe(english)
})

it('takes the words from the settings of the site', async () => {
  fakeServer({ [siteInfo.detail.path]: { data: { props: { siteKind: 'school' } } } })
  await reloadSite()
  expect([t('请选择部门'), tLabel('部门管理'), t('部门不能为空！')]).toEqual(['请选择班级', '班级管理', '部门不能为空！'])
})
