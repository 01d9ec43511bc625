// A sheet with headings that the server does not know: the person says what each column is, beside its first cells.
import { isRepeatable, neededFields, rowTypes, type SheetField, sheetFields, type SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Button, Checkbox, Flex, Select, Tag } from 'antd'
import { useId, useState } from 'react'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import styles from './columns.module.css'

const names: Record<SheetField, PlainText> = {
  type: '题型',
  stem: '题干',
  option: '一个选项',
  options: '全部选项（同一格）',
  answer: '答案',
  analysis: '解析',
  level: '难度',
  chapter: '章节',
  rule: '评分规则',
  number: '序号',
  parent: '父题序号',
  none: '不导入',
}
const reasons: Record<Exclude<SheetHead['columns'][number]['from'], 'nothing'>, PlainText> = {
  name: '按名称',
  mine: '上次的选择',
  site: '他人的选择',
}

/** What is missing or chosen twice; undefined if the choice can be used. */
export function columnsProblem(fields: readonly SheetField[]): string | undefined {
  const missing = neededFields.find((one) => !fields.includes(one))
  if (missing !== undefined) return t('请指明哪一列是{{name}}', { name: t(names[missing]) })
  const twice = fields.find((one, at) => !isRepeatable(one) && fields.indexOf(one) !== at)
  if (twice !== undefined) return t('“{{name}}”只能对应一列', { name: t(names[twice]) })
  return fields.includes('option') && fields.includes('options') ? t('选项或各占一列，或都在同一格') : undefined
}

type ColumnsStepProps = {
  head: SheetHead
  onBack: () => void
  /** `type`: of all rows; empty where a column says it, or options and answers imply it. `headless`: the first row is a question, too */
  onChosen: (fields: SheetField[], type: string, headless: boolean) => void
}

export function ColumnsStep({ head, onBack, onChosen }: ColumnsStepProps) {
  const [fields, setFields] = useState(() => head.columns.map((one) => one.field))
  const [type, setType] = useState('')
  const [headless, setHeadless] = useState(head.firstIsQuestion)
  const problem = columnsProblem(fields)
  const typeId = useId()
  const letters = optionLetters(fields)
  return (
    <Flex vertical gap="middle">
      <p className={styles.columnsHint}>{t('有的列名不认识，请指明各列是什么。选择会记住，下次遇到同样的列名不再询问。')}</p>
      <div className={styles.columnsTable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('列')}</th>
              <th scope="col">{t('是什么')}</th>
              <th scope="col">{t('前几行的内容')}</th>
            </tr>
          </thead>
          <tbody>
            {head.columns.map((column, at) => {
              const name = headless || column.name === '' ? t('第{{n}}列（没有列名）', { n: at + 1 }) : column.name
              return (
                // oxlint-disable-next-line react/no-array-index-key -- columns are identified by their position
                <tr key={at} data-off={fields[at] === 'none' || undefined}>
                  <th scope="row">{name}</th>
                  <td>
                    <Flex gap="small" align="center">
                      <Select<SheetField>
                        className={styles.columnsField}
                        aria-label={t('{{name}} 是什么', { name })}
                        value={fields[at] ?? 'none'}
                        virtual={false}
                        listHeight={400}
                        options={sheetFields.map((value) => ({ value, label: t(names[value]) }))}
                        onChange={(field) => setFields((before) => before.map((one, i) => (i === at ? field : one)))}
                      />
                      {letters[at] && <Tag>{letters[at]}</Tag>}
                      {column.from !== 'nothing' && column.field === fields[at] && <small>{t(reasons[column.from])}</small>}
                    </Flex>
                  </td>
                  <td className={styles.columnsSamples}>
                    {[...(headless ? [column.name] : []), ...column.samples].filter((one) => one !== '').join(' ┊ ') || '—'}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Checkbox checked={headless} onChange={(event) => setHeadless(event.target.checked)}>
        {t('第一行也是试题（没有列名）')}
      </Checkbox>
      {!fields.includes('type') && (
        <Flex gap="small" align="center" wrap>
          <label htmlFor={typeId}>{t('没有题型列，每行的题型')}</label>
          <Select<string> id={typeId} className={styles.columnsField} value={type} virtual={false} options={types()} onChange={setType} />
        </Flex>
      )}
      <Flex gap="small" justify="end" align="center">
        <span className={styles.columnsProblem} role="status">
          {problem}
        </span>
        <Button onClick={onBack}>{t('重新选择文件')}</Button>
        <Button
          type="primary"
          disabled={problem !== undefined}
          onClick={() => onChosen(fields, fields.includes('type') ? '' : type, headless)}
        >
          {t('读取 {{n}} 行', { n: headless ? head.rows + 1 : head.rows })}
        </Button>
      </Flex>
    </Flex>
  )
}

const types = () => [
  { value: '', label: t('按选项和答案判断') },
  ...rowTypes.map((value) => ({ value, label: tLabel(quTypeText[Number(value) as QuType]) })),
]

/** The letter of each column of one option, in the order of the columns. */
const optionLetters = (fields: readonly SheetField[]) =>
  fields.map((field, at) =>
    field === 'option' ? String.fromCharCode(65 + fields.slice(0, at).filter((one) => one === 'option').length) : undefined,
  )
