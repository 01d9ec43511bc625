// The search row of a list: filters apply after 查询 or Enter.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { cloneElement, type SubmitEvent, useId, useState } from 'react'
import { MomentRangePicker } from '../../kernel/form/MomentPicker.tsx'
import { FieldControl } from '../form/FieldControl.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { fieldInfo, paramsSchema, schemaAt } from '../../kernel/form/schema.ts'
import type { Params } from '../../kernel/list/list-query.ts'
import type { SearchItem, SearchSpec } from '../../kernel/list/list-types.ts'
import styles from '../../kernel/list/list.module.css'

const specOf = (item: SearchItem): SearchSpec => (typeof item === 'string' ? { name: item } : item)
const firstShown = 4

type SearchRowProps = {
  endpoint: Endpoint
  items: SearchItem[]
  /** the present filters */
  params: Params
  onSearch: (params: Params) => void
  onReset: () => void
}

/** Holds the typed values until they are sent; filters that change from outside replace them. */
export function SearchRow({ endpoint, items, params, onSearch, onReset }: SearchRowProps) {
  const inForce = JSON.stringify(params)
  const [draft, setDraft] = useState(params)
  const [open, setOpen] = useState(false)
  const label = useId()
  const [seen, setSeen] = useState(inForce)
  if (seen !== inForce) {
    setSeen(inForce)
    setDraft(params)
  }
  if (items.length === 0) return null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(draft)
  }
  const reset = () => {
    onReset()
    // without filters the address does not change, but the typed values must be cleared
    setDraft(params)
  }
  const shown = open ? items : items.slice(0, firstShown)
  return (
    <form aria-label={`${tLabel(endpoint.title)} ${t('查询条件')}`} onSubmit={submit} className={styles.listSearch}>
      <Flex wrap gap="small" align="center">
        {shown.map(specOf).map((spec) => (
          <SearchField
            key={spec.name}
            id={`${label}-${spec.name}`}
            endpoint={endpoint}
            spec={spec}
            values={draft}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
        ))}
        {/* not strong: the strong button of a list is that of its main action */}
        <Button htmlType="submit" icon={<SearchOutlined />}>
          {t('查询')}
        </Button>
        <Button onClick={reset} icon={<ReloadOutlined />}>
          {t('重置')}
        </Button>
        {items.length > firstShown && (
          <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)} icon={<DownOutlined rotate={open ? 180 : 0} />}>
            {open ? t('收起') : t('展开')}
          </Button>
        )}
      </Flex>
    </form>
  )
}

type SearchFieldProps = { id: string; endpoint: Endpoint; spec: SearchSpec; values: Params; onChange: (part: Params) => void }

function filterOf(endpoint: Endpoint, name: string) {
  const schema = schemaAt(paramsSchema(endpoint), [name])
  if (!schema) throw new Error(`${endpoint.path} has no filter “${name}”`)
  return fieldInfo(schema)
}

function SearchField({ id, endpoint, spec, values, onChange }: SearchFieldProps) {
  const info = filterOf(endpoint, spec.name)
  if (spec.until !== undefined) return <Period id={id} endpoint={endpoint} from={spec.name} until={spec.until} {...{ values, onChange }} />
  const title = spec.title ?? info.title
  const props = {
    id,
    value: values[spec.name],
    onChange: (value: unknown) => onChange({ [spec.name]: value }),
    'aria-label': tLabel(title),
  }
  return (
    <div className={styles.listField}>
      {spec.control ? (
        cloneElement(spec.control, props)
      ) : (
        <FieldControl search info={{ ...info, title }} {...props} {...(spec.placeholder ? { placeholder: spec.placeholder } : {})} />
      )}
    </div>
  )
}

type PeriodProps = Omit<SearchFieldProps, 'spec'> & { from: string; until: string }

function Period({ id, endpoint, from, until, values, onChange }: PeriodProps) {
  const titles = [from, until].map((name) => tLabel(filterOf(endpoint, name).title)) as [string, string]
  const momentAt = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  return (
    <div style={{ minWidth: 240, maxWidth: 400, flex: '2 1 340px' }}>
      <MomentRangePicker
        id={id}
        titles={titles}
        value={[momentAt(from), momentAt(until)]}
        onChange={(range) => onChange({ [from]: range?.[0] ?? undefined, [until]: range?.[1] ?? undefined })}
      />
    </div>
  )
}
