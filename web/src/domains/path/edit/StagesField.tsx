// The stages of a learning path: added, ordered by mouse and keyboard, removed.
import { PlusOutlined } from '@ant-design/icons'
import { MOST_STAGES } from '@shuyuan/contract/path/stage.ts'
import { Button } from 'antd'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import { OwnStatus } from '../../../kernel/form/OwnStatus.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Sortable } from '../../../kernel/piece/Sortable.tsx'
import { type EditedStage, itemKey, movedTo, newStage } from './new-stage.ts'
import { StageCard } from './StageCard.tsx'
import styles from './stages.module.css'

type StagesFieldProps = { id?: string; value?: EditedStage[]; onChange?: (stages: EditedStage[]) => void }

export function StagesField({ id, value = [], onChange }: StagesFieldProps) {
  const { wrong } = useFormContext()
  const set = (stages: EditedStage[]) => onChange?.(stages)
  const taken = new Set(value.flatMap((one) => one.items.map(itemKey)))
  return (
    <div id={id} tabIndex={-1} className={styles.stages}>
      <OwnStatus>
        <Sortable
          ids={value.map((one) => one.id)}
          label={tLabel('学习阶段')}
          onMove={(from, to) => set(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!))}
        >
          {(key, at, handle) => {
            const stage = value[at]
            return (
              stage?.id === key && (
                <StageCard
                  no={at + 1}
                  stage={stage}
                  taken={taken}
                  handle={handle}
                  wrong={wrong.names.includes('stages')}
                  others={value.flatMap(({ title }, place) => (place === at ? [] : [{ no: place + 1, title, at: place }]))}
                  onChange={(next) => set(value.with(at, next))}
                  onMoveItem={(place, to) => set(movedTo(value, at, place, to))}
                  onRemove={value.length > 1 ? () => set(value.toSpliced(at, 1)) : undefined}
                />
              )
            )
          }}
        </Sortable>
      </OwnStatus>
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= MOST_STAGES}
        onClick={() => set([...value, newStage(t('第 {{n}} 阶段', { n: value.length + 1 }))])}
      >
        {t('添加阶段')}
      </Button>
    </div>
  )
}
