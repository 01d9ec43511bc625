// The menu 视图 of a list: chooses, keeps, shares and removes saved views. It reads them when it opens.
import { DownOutlined, MoreOutlined } from '@ant-design/icons'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { listView, type ListViewSettings, SHARE_VIEWS } from '@shuyuan/contract/operation/list-view.ts'
import { Button, Dropdown, Flex, Popover, Typography } from 'antd'
import { useState } from 'react'
import { can } from '../../kernel/access/permission.ts'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t } from '../../kernel/i18n.ts'
import { useConfirm } from '../../kernel/piece/confirm.tsx'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { fieldOf } from '../form/field-of.ts'
import { refreshSession } from '../session/session.ts'
import styles from '../../kernel/list/list.module.css'
import { sameSettings } from './view-settings.ts'
import type { SavedView } from './useSavedView.ts'

const Field = fieldOf(listView.save)
const refresh = [listView.list]

type ViewMenuProps = {
  endpoint: Endpoint
  /** by which the list is shown */
  view: SavedView | undefined
  /** the settings of the list as it is shown */
  present: ListViewSettings
  /** shows the list by a view, without changes */
  choose: (id: string | undefined) => void
}

export function ViewMenu({ endpoint, view, present, choose }: ViewMenuProps) {
  const [open, setOpen] = useState(false)
  const [edited, setEdited] = useState<SavedView | 'new'>()
  const save = useCommand(listView.save, { done: t('视图已保存'), refresh })
  const changed = view !== undefined && !sameSettings(view.settings, present)
  const listKey = endpoint.path
  const overwrite = async ({ id, title, shared }: SavedView) => {
    await save.mutateAsync({ id, listKey, title, shared, settings: present })
    choose(id)
  }
  const edit = (one: SavedView | 'new') => {
    setOpen(false)
    setEdited(one)
  }
  const pick = (id: string | undefined) => {
    setOpen(false)
    choose(id)
  }
  return (
    <Flex gap={4} align="center">
      {changed && (
        <>
          <Tag tone="warn">{t('已修改')}</Tag>
          {view.editable && (
            <Button type="link" size="small" loading={save.isPending} onClick={() => void overwrite(view).catch(() => undefined)}>
              {t('保存到视图')}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => choose(view.id)}>
            {t('还原')}
          </Button>
        </>
      )}
      <Popover
        trigger="click"
        placement="bottom"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={<Choice {...{ listKey, view, present }} pick={pick} edit={edit} overwrite={overwrite} />}
      >
        <Button type="text" aria-expanded={open}>
          {view ? view.title : t('视图')} <DownOutlined />
        </Button>
      </Popover>
      <FormDialog
        of={listView.save}
        open={edited !== undefined}
        idPrefix="list-view"
        title={edited === 'new' ? t('存为新视图') : t('修改视图')}
        initial={edited === 'new' || !edited ? { shared: false } : edited}
        prepare={({ settings: _stored, ...values }) => ({ ...values, listKey, ...(edited === 'new' ? { settings: present } : {}) })}
        done={t('视图已保存')}
        refresh={refresh}
        onDone={({ id }) => edited === 'new' && choose(id)}
        onClose={() => setEdited(undefined)}
      >
        <Field name="title" extra={edited === 'new' ? t('保存当前的筛选条件、列、排序和每页条数') : undefined} />
        {can([SHARE_VIEWS]) && <Field name="shared" />}
      </FormDialog>
    </Flex>
  )
}

type ChoiceProps = {
  listKey: string
  view: SavedView | undefined
  present: ListViewSettings
  pick: (id: string | undefined) => void
  edit: (one: SavedView | 'new') => void
  overwrite: (one: SavedView) => Promise<void>
}

function Choice({ listKey, view, present, pick, edit, overwrite }: ChoiceProps) {
  const { data, isPending } = useCall(listView.list, { listKey }, { quiet: true })
  const confirm = useConfirm()
  const drop = useCommand(listView.delete, { done: t('删除成功!'), refresh })
  const setFirst = useCommand(listView['set-first'], { refresh, onDone: () => void refreshSession() })
  const remove = async (one: SavedView) => {
    const content = one.shared ? t('删除共享视图“{{title}}”？其他人也不能再用。', one) : t('删除视图“{{title}}”？', one)
    if (!(await confirm({ content, danger: true }, () => drop.mutateAsync({ ids: [one.id] })))) return
    void refreshSession()
    if (one.id === view?.id) pick(undefined)
  }
  const replace = (one: SavedView) =>
    confirm({ content: t('用当前的筛选条件、列、排序和每页条数替换视图“{{title}}”？', one) }, () => overwrite(one))
  const actionsOf = (one: SavedView) => [
    one.first
      ? { key: 'first', label: t('打开列表时不再使用'), onClick: () => setFirst.mutate({ listKey, id: null }) }
      : { key: 'first', label: t('打开列表时使用'), onClick: () => setFirst.mutate({ listKey, id: one.id }) },
    ...(one.editable
      ? [
          { key: 'edit', label: can([SHARE_VIEWS]) ? t('改名、共享') : t('改名'), onClick: () => edit(one) },
          {
            key: 'replace',
            label: t('用当前设置更新'),
            disabled: one.id === view?.id && sameSettings(view.settings, present),
            onClick: () => void replace(one),
          },
          { key: 'drop', label: t('删除'), danger: true, onClick: () => void remove(one) },
        ]
      : []),
  ]
  const parts = [
    { title: t('自己的视图'), views: data?.filter((one) => !one.shared) ?? [] },
    { title: t('共享的视图'), views: data?.filter((one) => one.shared) ?? [] },
  ].filter(({ views }) => views.length > 0)
  return (
    <Flex vertical gap={4} className={styles.listViews} aria-busy={isPending}>
      <Button type="text" className={styles.listViewName} aria-current={view === undefined} onClick={() => pick(undefined)}>
        {t('全部（不用视图）')}
      </Button>
      {parts.map(({ title, views }) => (
        <Flex key={title} vertical component="section" aria-label={title}>
          <Typography.Text type="secondary">{title}</Typography.Text>
          {views.map((one) => (
            <Flex key={one.id} align="center" justify="space-between" gap="small">
              <Button type="text" className={styles.listViewName} aria-current={one.id === view?.id} onClick={() => pick(one.id)}>
                {one.title}
                {one.first && <Tag>{t('默认')}</Tag>}
              </Button>
              <Dropdown trigger={['click']} menu={{ items: actionsOf(one) }}>
                <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('“{{title}}”的更多操作', one)} />
              </Dropdown>
            </Flex>
          ))}
        </Flex>
      ))}
      <Button onClick={() => edit('new')}>{t('存为新视图')}</Button>
    </Flex>
  )
}
