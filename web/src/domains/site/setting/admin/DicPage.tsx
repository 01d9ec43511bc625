// Back office: dictionaries; the list on the left, the values of the chosen one on the right.
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { dic, type DicCatalog } from '@shuyuan/contract/site/setting/dic.ts'
import { Button, Drawer, Flex, Grid } from 'antd'
import { useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { invalidateDicts } from '../../../../shared/dict/dict-revision.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { EditableTree } from '../../../../kernel/tree/EditableTree.tsx'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ParentSelect } from '../../../../kernel/tree/ParentSelect.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { rowIn, TOP } from '../../../../kernel/tree/tree.ts'
import { DicValues } from '../DicValues.tsx'
import styles from '../../../../kernel/tree/tree-page.module.css'

const Field = fieldOf(dic.save)

type Draft = { id?: string; parentId: string; title?: string; dicCode?: string }
const nameOf = (row: DicCatalog) => `${tLabel(row.title)} ${row.rowGuid}`
const titleOf = (row: DicCatalog) => tLabel(row.title)
const draw = (row: DicCatalog) => (
  <>
    {tLabel(row.title)} <span className={styles.treeCount}>{row.valueCount}</span>
  </>
)

export default function DicPage() {
  const { data, error, refetch } = useCall(dic.tree, {})
  const [chosen, setChosen] = useState<string>()
  const [draft, setDraft] = useState<Draft>()
  const wide = Grid.useBreakpoint().md ?? true
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={6} />
  // a wide window shows the first one until another is chosen
  const shownId = chosen ?? (wide ? data[0]?.id : undefined)
  const shown = shownId === undefined ? undefined : rowIn(data, shownId)
  const detail = shown && (
    <>
      <Heading one={shown} onEdit={setDraft} onRemoved={() => setChosen(undefined)} />
      <DicValues key={shown.rowGuid} dicCode={shown.rowGuid} />
    </>
  )
  return (
    <div className={styles.treePage}>
      <aside aria-label={t('字典')}>
        <div className={styles.treeHead}>
          <h2>{t('字典')}</h2>
          <Can permit="sys:dic:add">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setDraft({ parentId: TOP })}>
              {t('新建字典')}
            </Button>
          </Can>
        </div>
        <EditableTree
          rows={data}
          textOf={nameOf}
          draw={draw}
          label={t('字典')}
          selected={shown?.id}
          onSelect={(row) => setChosen(row.id)}
        />
      </aside>
      {wide ? (
        <section className={styles.treeWide}>
          {detail ?? <PageEmpty text={t('未选择字典')} hint={t('选择一个字典，查看和维护它的值')} />}
        </section>
      ) : (
        <Drawer
          open={shown !== undefined}
          onClose={() => setChosen(undefined)}
          title={shown && tLabel(shown.title)}
          size="92%"
          placement="bottom"
        >
          {detail}
        </Drawer>
      )}
      <FormDialog
        of={dic.save}
        open={draft !== undefined}
        title={draft?.id ? t('编辑字典') : t('新建字典')}
        initial={draft ?? {}}
        done={t('操作成功！')}
        refresh={[dic.tree]}
        onDone={({ id }) => {
          invalidateDicts()
          setChosen(id)
        }}
        onClose={() => setDraft(undefined)}
      >
        <Field name="title" />
        <Field name="dicCode" disabled={draft?.id !== undefined} extra={t('字母、数字和下划线；保存后不能修改')} />
        <Field name="parentId">
          <ParentSelect rows={data} titleOf={titleOf} self={draft?.id} top={t('顶级')} />
        </Field>
      </FormDialog>
    </div>
  )
}

type HeadingProps = { one: DicCatalog; onEdit: (draft: Draft) => void; onRemoved: () => void }

function Heading({ one, onEdit, onRemoved }: HeadingProps) {
  const remove = useRemove(dic.delete, [dic.tree])
  const removeOne = async () => {
    if (!(await remove(one.id, { name: tLabel(one.title) }))) return
    invalidateDicts()
    onRemoved()
  }
  return (
    <div className={styles.treeHead}>
      <h2>
        {tLabel(one.title)} <code className={styles.treeCount}>{one.rowGuid}</code> {one.builtIn && <Tag>{t('内置')}</Tag>}
      </h2>
      <Flex wrap gap="small">
        <Can permit="sys:dic:update">
          <Button
            icon={<EditOutlined />}
            onClick={() => onEdit({ id: one.id, parentId: one.parentId, title: one.title, dicCode: one.rowGuid })}
          >
            {t('编辑')}
          </Button>
        </Can>
        <Can permit="sys:dic:delete">
          <Button
            danger
            icon={<DeleteOutlined />}
            disabled={one.builtIn}
            title={one.builtIn ? t('系统内置字典不能删除') : undefined}
            onClick={() => void removeOne()}
          >
            {t('删除')}
          </Button>
        </Can>
      </Flex>
    </div>
  )
}
