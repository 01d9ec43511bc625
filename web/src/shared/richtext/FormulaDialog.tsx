// Input of a formula in LaTeX, with a preview.
import type { Editor } from '@tiptap/core'
import { Button, Flex, Input, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { katex } from '../../kernel/html/formulas.ts'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import type { FormulaDraft } from './Editor.tsx'
import styles from './richtext.module.css'

const samples: [label: PlainText, latex: string][] = [
  ['分式', '\\frac{a}{b}'],
  ['根式', '\\sqrt{x}'],
  ['上标', 'x^{2}'],
  ['下标', 'x_{1}'],
  ['求和', '\\sum_{i=1}^{n} x_i'],
  ['积分', '\\int_{a}^{b} f(x)\\,dx'],
  ['极限', '\\lim_{x \\to \\infty} f(x)'],
  ['矩阵', '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}'],
  ['约等于', '\\approx'],
  ['小于等于', '\\le'],
  ['大于等于', '\\ge'],
  ['乘', '\\times'],
]

/** The rendered formula, or undefined where the source is invalid. */
function draw(latex: string): string | undefined {
  try {
    return katex.renderToString(latex, { throwOnError: true })
  } catch {
    return undefined
  }
}

type FormulaDialogProps = { editor: Editor; draft: FormulaDraft; noPaste: boolean; onClose: () => void }

export function FormulaDialog({ editor, draft, noPaste, onClose }: FormulaDialogProps) {
  const [latex, setLatex] = useState(draft.latex)
  const drawn = useMemo(() => draw(latex), [latex])
  const { pos } = draft
  const isBlock = pos !== undefined && editor.state.doc.nodeAt(pos)?.type.name === 'blockMath'
  const save = () => {
    const text = latex.trim()
    const chain = editor.chain().focus()
    if (pos === undefined) chain.insertContent([{ type: 'inlineMath', attrs: { latex: text } }]).run()
    else if (isBlock) chain.updateBlockMath({ latex: text, pos }).run()
    else chain.updateInlineMath({ latex: text, pos }).run()
    onClose()
  }
  const remove = () => {
    const chain = editor.chain().focus()
    if (isBlock) chain.deleteBlockMath({ pos }).run()
    else if (pos !== undefined) chain.deleteInlineMath({ pos }).run()
    onClose()
  }
  return (
    <Modal
      open
      title={t('公式')}
      onCancel={onClose}
      footer={
        <Flex gap="small" justify="end">
          {pos !== undefined && (
            <Button danger onClick={remove}>
              {t('删除')}
            </Button>
          )}
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" onClick={save} disabled={drawn === undefined || latex.trim() === ''}>
            {t('确定')}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap="small">
        <Flex wrap gap={4}>
          {samples.map(([label, source]) => (
            <Button
              key={label}
              className={styles.richtextSample}
              title={t(label)}
              aria-label={t(label)}
              onClick={() => setLatex((before) => (before === '' ? source : `${before} ${source}`))}
            >
              {/* oxlint-disable-next-line react/no-danger -- KaTeX's own output */}
              <span aria-hidden dangerouslySetInnerHTML={{ __html: draw(source) ?? '' }} />
            </Button>
          ))}
        </Flex>
        <Input.TextArea
          autoFocus
          aria-label={t('LaTeX 公式')}
          placeholder={t('点上面的符号，或直接填写 LaTeX，例如 {{example}}', { example: '\\frac{a}{b}' })}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={latex}
          onChange={(event) => setLatex(event.target.value)}
          onPaste={(event) => {
            if (!noPaste) return
            event.preventDefault()
            notify.warning(t('考试期间不能复制粘贴哦！'))
          }}
        />
        <div className={styles.richtextPreview} aria-live="polite">
          {drawn === undefined ? (
            t('公式有误，请检查')
          ) : (
            // oxlint-disable-next-line react/no-danger -- KaTeX's own output
            <span dangerouslySetInnerHTML={{ __html: drawn }} />
          )}
        </div>
      </Flex>
    </Modal>
  )
}
