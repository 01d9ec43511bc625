// The properties of the chosen item.
import { aligns, certVariables, itemTypes, type LayoutItem } from '@shuyuan/contract/cert/layout.ts'
import { ColorPicker, Input, InputNumber, Segmented, Space, Switch, Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Upload } from '../../../shared/Upload.tsx'
import styles from './designer.module.css'

type ItemFieldsProps = { item: LayoutItem; onChange: (part: Partial<LayoutItem>) => void }
type Numeric = 'x' | 'y' | 'w' | 'h' | 'size' | 'spacing'
const places = { x: '左', y: '上', w: '宽', h: '高' } as const
const bounds: Record<Numeric, [least: number, most: number]> = {
  x: [0, 297],
  y: [0, 297],
  w: [1, 297],
  h: [0.1, 297],
  size: [6, 120],
  spacing: [0, 40],
}

function NumberField({ name, label, suffix, item, onChange }: ItemFieldsProps & { name: Numeric; label: string; suffix: string }) {
  const [min, max] = bounds[name]
  return (
    <label>
      {label}
      <InputNumber<number>
        aria-label={label}
        value={item[name]}
        min={min}
        max={max}
        step={1}
        suffix={suffix}
        style={{ width: '100%' }}
        onChange={(value) => value !== null && onChange({ [name]: value })}
      />
    </label>
  )
}

export function ItemFields({ item, onChange }: ItemFieldsProps) {
  const isText = item.type === 'text'
  const hasColour = isText || item.type === 'line' || item.type === 'rect'
  return (
    <div className={styles.side}>
      <strong>{tLabel(itemTypes[item.type])}</strong>
      {isText && (
        <>
          <label>
            {tLabel('文字')}
            <Input.TextArea
              value={item.text}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={500}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          </label>
          <Space size={4} wrap aria-label={t('插入变量')} role="group">
            {Object.entries(certVariables).map(([name, label]) => (
              <Tag key={name} style={{ cursor: 'pointer' }}>
                <button type="button" className={styles.variable} onClick={() => onChange({ text: `${item.text}{{${name}}}` })}>
                  {tLabel(label)}
                </button>
              </Tag>
            ))}
          </Space>
          <div className={styles.pair}>
            <NumberField name="size" label={tLabel('字号')} suffix="pt" item={item} onChange={onChange} />
            <NumberField name="spacing" label={tLabel('字距')} suffix="pt" item={item} onChange={onChange} />
          </div>
          <Segmented
            block
            aria-label={tLabel('对齐')}
            value={item.align}
            options={Object.entries(aligns).map(([value, label]) => ({ value: value as LayoutItem['align'], label: tLabel(label) }))}
            onChange={(align) => onChange({ align })}
          />
          <Space>
            <Switch aria-label={tLabel('加粗')} checked={item.bold} onChange={(bold) => onChange({ bold })} />
            {tLabel('加粗')}
          </Space>
        </>
      )}
      {hasColour && (
        <Space>
          <ColorPicker
            value={item.color}
            disabledAlpha
            showText
            onChangeComplete={(colour) => onChange({ color: colour.toHexString().slice(0, 7) })}
          />
          {tLabel('颜色')}
        </Space>
      )}
      {item.type === 'image' && (
        <Upload kind="image" value={item.url} label="上传图片" onChange={(url) => onChange({ url: typeof url === 'string' ? url : '' })} />
      )}
      <div className={styles.pair}>
        {(Object.keys(places) as (keyof typeof places)[]).map((name) => (
          <NumberField key={name} name={name} label={tLabel(places[name])} suffix="mm" item={item} onChange={onChange} />
        ))}
      </div>
    </div>
  )
}
