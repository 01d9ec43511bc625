// The region of a storage provider: one from the dictionary, or typed in if it is newer.
import { AutoComplete } from 'antd'
import { useDict } from '../../../shared/dict/dict.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'

type NodeInputProps = { dicCode: string; id?: string; value?: string; onChange?: (value: string) => void }

export function NodeInput({ dicCode, ...rest }: NodeInputProps) {
  const { data = [] } = useDict(dicCode)
  const options = data.map(({ value, title }) => ({ value, label: `${tLabel(title)} ${value}` }))
  return (
    <AutoComplete
      {...rest}
      options={options}
      placeholder={t('请选择或填写')}
      showSearch={{ filterOption: matches }}
      style={{ width: '100%' }}
    />
  )
}

const matches = (typed: string, option: { label: string } | undefined) => option?.label.toLowerCase().includes(typed.toLowerCase()) === true
