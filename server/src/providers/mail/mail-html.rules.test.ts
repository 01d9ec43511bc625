import { expect, test } from 'vitest'
import { mailHtml } from './mail-html.rules.ts'

test('the text stands in paragraphs, with its addresses as links and nothing of it as markup', () => {
  const html = mailHtml(
    '书院 & 课堂',
    '考试<提醒>',
    '张老师，您好：\n请打开 https://exam.school.cn/web/exam?id=1&b=2。\n\n<script>alert(1)</script>',
  )
  expect(html).toContain('书院 &#38; 课堂')
  expect(html).toContain('考试&#60;提醒&#62;</h1>')
  expect(html).toContain('<a href="https://exam.school.cn/web/exam?id=1&#38;b=2" style="color:#2456d6">')
  expect(html).toContain('</a>。</p>')
  expect(html).toContain('您好：<br>')
  expect(html).not.toContain('<script>')
})

test('a link takes no quotation mark along, which would end its attribute', () => {
  expect(mailHtml('', '', 'https://a.example/x" onclick="y')).toContain('<a href="https://a.example/x" style')
})
