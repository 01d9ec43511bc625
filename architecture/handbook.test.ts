// The handbooks stay true: every page has its chapter, every word in 「」 is a text of the interface, commands, variables, links and pictures exist.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { TraceEnvironment } from '../server/src/kernel/trace/trace-config.ts'
import { chapterOf } from '../handbook/format.ts'
import { markOf, newsOf, readNews } from '../handbook/news.ts'
import { handbookRoot, readChapters } from '../handbook/read.ts'
import { commandFaults, formFaults, pageFaults, type Titles, wordRule } from '../handbook/rules.ts'
import { shots } from '../handbook/shots.ts'
import { readTerms, termsFrom } from '../handbook/terms.ts'
import { withoutChapter } from '../handbook/without.ts'
import { baseMenus } from '../server/src/seed/base-menus.ts'
import type { SeedMenu } from '../server/src/seed/menu-shape.ts'
import { fixedPages } from '../web/src/app/admin/fixedPages.ts'
import { ucParts } from '../web/src/app/learner/uc-parts.ts'
import { learnerRoutes, topMenu } from '../web/src/app/routes/learnerRoutes.ts'
import { longSentences } from './docs.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sourceOf = (file: string) => readFileSync(join(handbookRoot, 'zh', file), 'utf8')
const chapters = readChapters()

const head = '---\ntitle: 发布\npages: [exam/admin/ExamListPage]\n---\n\n'
const whole = `${head}## 什么时候用\n\n考试。\n\n## 步骤\n\n1. 点「保存」。\n\n## 常见问题\n\n没有。\n`
const chapterFrom = (source: string) => chapterOf('teacher/01-publish.md', source)

describe('the format', () => {
  test('becomes HTML, and nothing of the source is HTML', () => {
    const { html, id, pages } = chapterFrom(
      `${head}## 步骤\n\n1. 点 **保存** 和 \`a<b\`\n   - 内\n2. [下一章](02-next.md)\n\n> 小心 <b>\n\n| 甲 | 乙 |\n|---|---|\n| 一 | 二 |\n\n![图](../../images/x.png)\n`,
    )
    expect({ id, pages }).toEqual({ id: 'teacher/publish', pages: ['exam/admin/ExamListPage'] })
    expect(html).toContain('<li>点 <strong>保存</strong> 和 <code>a&lt;b</code><ul><li>内</li></ul></li>')
    expect(html).toContain('<a href="/help/teacher/next">下一章</a>')
    expect(html).toContain('<blockquote>小心 &lt;b&gt;</blockquote>')
    expect(html).toContain('<tr><td>一</td><td>二</td></tr>')
    expect(html).toContain('src="image:x"')
  })

  test('has one gap, the name of the site, and code shows it as it is written', () => {
    expect(chapterFrom(`${head}打开 {{site}}，写 \`{{site}}\`。\n`).html).toBe('<p>打开 {{site}}，写 <code>&#123;&#123;site}}</code>。</p>')
  })

  test.each([
    ['HTML', '<script>x</script>'],
    ['a heading of another rank', '### 小'],
    ['a link with another scheme', '[x](javascript:alert)'],
    ['a picture of elsewhere', '![x](https://example.org/a.png)'],
    ['a gap that is not the name of the site', '打开 {{phone}}。'],
  ])('refuses %s', (_what, line) => expect(() => chapterFrom(`${head}${line}\n`)).toThrow('teacher/01-publish.md'))
})

describe('the news', () => {
  const source = '# 更新说明\n\n给使用者。\n\n## 未发布\n\n### 教师\n\n- 甲。\n- 乙。\n\n## 0.1.0\n\n### 学员\n\n- 丙。\n'

  test('are read by release and reader, and other news have another mark', () => {
    const news = newsOf(source)
    expect(news).toEqual([
      { title: '未发布', parts: [{ title: '教师', items: ['甲。', '乙。'] }] },
      { title: '0.1.0', parts: [{ title: '学员', items: ['丙。'] }] },
    ])
    expect(markOf(newsOf(source.replace('乙', '丁')))).not.toBe(markOf(news))
    expect(markOf(newsOf(source.replace('丙', '丁')))).toBe(markOf(news))
  })

  test('refuse a line that is no heading and no item, with its number', () => {
    expect(() => newsOf(source.replace('- 乙。', '乙。'))).toThrow('CHANGELOG.zh-CN.md:10')
  })

  test('of this repository can be read', () => expect(readNews()[0]?.parts.length).toBeGreaterThan(0))
})

describe('the terms', () => {
  const table = (...words: string[]) => `| 词 | 义 |\n|---|---|\n${words.map((word) => `| ${word} | 说明 |\n`).join('')}`

  test('have both languages', () => {
    expect(termsFrom(table('难度'), table('难度'))).toEqual({ 难度: { zh: '说明', en: '说明' } })
    expect(() => termsFrom(table('难度', '双评'), table('难度', '仲裁'))).toThrow('双评, 仲裁')
  })

  test('have every word that opens a note on a page', () => {
    const pages = globSync('web/src/**/*.tsx', { cwd: root }).map(read).join('\n')
    const used = [...pages.matchAll(/<Term\s+word="([^"]+)"|meaningOf\('([^']+)'\)/g)].map(([, word, other]) => word ?? other ?? '')
    expect(used.length).toBeGreaterThan(4)
    const terms = readTerms()
    expect(used.filter((word) => !(word in terms))).toEqual([])
  })
})

describe('violations are refused', () => {
  const menus: Titles[] = [{ title: '考试', below: [{ title: '考试管理', below: [] }] }]
  const words = wordRule(new Set(['考试', '考试管理', '保存', '已选 {{n}} 项', '列表']), menus)
  const saying = (word: string) => words({ file: 'a.md', html: `<p>点「${word}」</p>` })

  test('a word that no page shows, such as a renamed button, and a wrong way', () => {
    expect(['保存', '已选 3 项', '考试 › 考试管理', '考试 › 考试管理 › 列表'].flatMap(saying)).toEqual([])
    expect(saying('存储')).toHaveLength(1)
    expect(saying('考试 › 保存')).toHaveLength(1)
  })

  test('a chapter without its parts', () => {
    expect(formFaults(chapterFrom(whole), whole)).toEqual([])
    expect(formFaults(chapterFrom(whole.replace('## 常见问题', '## 其他')), whole)).toHaveLength(1)
    expect(formFaults(chapterFrom(whole.replace('1. ', '')), whole)).toHaveLength(1)
    expect(formFaults(chapterFrom(whole), whole + '行\n'.repeat(120))).toHaveLength(1)
  })

  test('a command and a variable that do not exist', () => {
    const html = '<code>npm run backup</code><code>npm run bakup</code><code>DATA_DIR=/a BACKUP_DIRR=/b</code>'
    expect(commandFaults({ file: 'a.md', html }, new Set(['backup']), new Set(['DATA_DIR']))).toEqual([
      'a.md: npm run bakup does not exist',
      'a.md: BACKUP_DIRR does not exist',
    ])
  })

  test('a page without a chapter, with two, and one that is gone', () => {
    expect(pageFaults([{ file: 'a.md', pages: ['a', 'b', 'gone'] }], ['b'], new Set(['a', 'b', 'c']))).toHaveLength(3)
  })
})

const flat = (menus: readonly SeedMenu[]): SeedMenu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
const menuTitles = (menus: readonly SeedMenu[]): Titles[] =>
  menus.map(({ metaTitle, children = [] }) => ({
    title: metaTitle,
    below: menuTitles(children.filter(({ component }) => component !== undefined)),
  }))
const learnerTitles = topMenu(undefined, () => true, true).map((entry): Titles =>
  'children' in entry
    ? { title: entry.title, below: entry.children.map(({ title }) => ({ title, below: [] })) }
    : { title: entry.title, below: entry.path === '/web/uc' ? Object.values(ucParts).map(({ title }) => ({ title, below: [] })) : [] },
)
const visitors = [
  'LoginPage',
  'RegisterPage',
  'ForgotPage',
  'LdapPage',
  'SecondFactorPage',
  'FirstPasswordPage',
  'CertVerifyPage',
  'SurveyVisitPage',
]

describe('the chapters', () => {
  let texts = new Set<string>()
  beforeAll(async () => {
    const files = globSync('{web,contract}/src/**/*.en.ts', { cwd: root })
    const catalogues = (await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, object>>))).flatMap(
      (one) => Object.values(one),
    )
    const messages = globSync('contract/src/**/*.texts.ts', { cwd: root })
    const said = (
      await Promise.all(messages.map((file) => import(join(root, file)) as Promise<Record<string, Record<string, unknown>>>))
    ).flatMap((one) => Object.values(one))
    texts = new Set([
      ...catalogues.flatMap((one) => Object.keys(one)),
      ...said.flatMap((one) => Object.values(one)).filter((one) => typeof one === 'string'),
    ])
  })

  test('have the form of chapters and short sentences', () => {
    expect(chapters.length).toBeGreaterThanOrEqual(1)
    expect(chapters.flatMap((chapter) => formFaults(chapter, sourceOf(chapter.file)))).toEqual([])
    expect(chapters.flatMap(({ file }) => longSentences(file, sourceOf(file).replace(/^---[^]*?---/, '')))).toEqual([])
  })

  test('have addresses and titles of their own', () => {
    expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length)
    expect(new Set(chapters.map(({ title, audience }) => `${audience} ${title}`)).size).toBe(chapters.length)
  })

  test('name each page of the product once, or it has a reason for none', () => {
    const seeded = flat(baseMenus).flatMap(({ component = 'Layout' }) => (component === 'Layout' ? [] : [component]))
    const fixed = [...fixedPages, ...learnerRoutes].map(({ component }) => component)
    const parts = Object.keys(ucParts).map((part) => `uc/${part}`)
    const pages = new Set([...seeded, ...fixed, ...parts, ...visitors.map((name) => `visitor/${name}`)])
    expect(pageFaults(chapters, Object.keys(withoutChapter), pages)).toEqual([])
  })

  test('write in 「」 what the pages show', () => {
    const words = wordRule(texts, [...menuTitles(baseMenus), ...learnerTitles])
    expect(chapters.flatMap(words)).toEqual([])
  })

  test('name commands and variables that exist', () => {
    const scripts = new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts))
    const declared = read('server/src/kernel/config.ts').split('const Environment = z.object({')[1]!.split('\n})')[0]!
    const variables = new Set([...[...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!), ...Object.keys(TraceEnvironment)])
    expect(chapters.flatMap((chapter) => commandFaults(chapter, scripts, variables))).toEqual([])
  })

  test('link to chapters and documents that exist', () => {
    const known = new Set(chapters.map(({ id }) => `/help/${id}`))
    const wrong = chapters.flatMap(({ file, html }) =>
      [...html.matchAll(/href="(\/help\/[^"]+)"/g)]
        .map(([, to]) => to!)
        .filter((to) => !known.has(to))
        .map((to) => `${file}: ${to}`),
    )
    expect(wrong).toEqual([])
  })

  test('show pictures that a script makes, each of them and no other', () => {
    const used = chapters.flatMap(({ images }) => images.map(({ name }) => name))
    const files = globSync('*.png', { cwd: join(handbookRoot, 'images') }).map((file) => file.replace('.png', ''))
    expect([...new Set(used)].toSorted()).toEqual(shots.map(({ name }) => name).toSorted())
    expect(files.toSorted()).toEqual(shots.map(({ name }) => name).toSorted())
    for (const name of files) expect(statSync(join(handbookRoot, 'images', `${name}.png`)).size).toBeLessThan(150_000)
  })
})
