// Kit: the editor in its variants, and its output as readers see it.
import { Card, Flex, Typography } from 'antd'
import { useState } from 'react'
import { HtmlView } from '../../kernel/html/HtmlView.tsx'
import { t } from '../../kernel/i18n.ts'
import { RichText } from '../../shared/RichText.tsx'

const sample =
  '<p>灭火器的有效喷射距离 <span data-type="inline-math" data-latex="d \\ge \\sqrt{h^2 + l^2}"></span>，见下表。</p>' +
  '<table><tbody><tr><th><p>类型</p></th><th><p>距离</p></th></tr><tr><td><p>干粉</p></td><td><p>3 m</p></td></tr></tbody></table>'

export function KitTexts() {
  const [stem, setStem] = useState(sample)
  const [option, setOption] = useState('<p>H<sub>2</sub>O</p>')
  const [answer, setAnswer] = useState('')
  return (
    <Flex vertical gap="middle">
      <RichText label={t('题干')} value={stem} onChange={setStem} />
      <RichText label={t('选项')} compact value={option} onChange={setOption} />
      <RichText label={t('答案')} height={160} noPaste placeholder={t('这里不能粘贴')} value={answer} onChange={setAnswer} />
      <RichText label={t('只读')} height={80} disabled value={option} />
      <Card size="small" title={t('显示')}>
        <HtmlView html={stem} />
        <Flex gap="small" align="baseline">
          <Typography.Text strong>A</Typography.Text>
          <HtmlView inline html={option} zoom={false} />
        </Flex>
        <HtmlView html={answer} />
      </Card>
    </Flex>
  )
}
