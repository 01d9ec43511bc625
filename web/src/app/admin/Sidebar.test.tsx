import { expect, it, onTestFinished, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Sidebar } from './Sidebar.tsx'

const entry = (key: string, title: string, children: ReturnType<typeof leaf>[] = []) => ({ ...leaf(key, title), children })
const leaf = (key: string, title: string) => ({ key, title, icon: '', external: false, children: [] })
const entries = [
  entry('/exam', '考试', [leaf('/exam/list', '考试管理')]),
  entry('/sys', '系统', [leaf('/sys/login', '登录日志'), leaf('/sys/log', '操作日志')]),
]

it('opens the group of the present page and brings its entry into view', () => {
  const seen: string[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
  })
  onTestFinished(() => scroll.mockRestore())
  show(<Sidebar entries={entries} highlight="/sys/login" collapsed={false} showLogo={false} />)
  expect(seen.at(-1)).toBe('登录日志')
})
