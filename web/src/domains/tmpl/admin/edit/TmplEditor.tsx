// The form of a template: head, groups, and a bar with the totals.
import { PlusOutlined } from '@ant-design/icons'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { SiteKind } from '@shuyuan/contract/kernel/site-kind.ts'
import { tmpl, tmplState, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { Button, Checkbox, Flex, Input, Statistic, Tag, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { call } from '../../../../kernel/call/api.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import { useSiteKind } from '../../../../kernel/text/words.ts'
import { notify } from '../../../../kernel/notify.ts'
import { moved } from '../../../qu/admin/editor/question-draft.ts'
import { ConflictNotice } from '../../../qu/ConflictNotice.tsx'
import { Place, ProblemProvider } from '../../../qu/Problems.tsx'
import { type Change, useDraft } from '../../../qu/useDraft.ts'
import { useShortcuts } from '../../../qu/useShortcuts.ts'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { GroupCard } from './GroupCard.tsx'
import { ScaleButton } from './ScaleButton.tsx'
import { bodyOf, contentOf, formOf, type GroupForm, newGroup, renumbered, type TmplForm, totals } from './tmpl-form.ts'
import { isShort, useStock } from './useStock.ts'
import styles from './tmpl.module.css'
import { leaving } from '../../../../shared/page/page-subject.ts'

const list = '/admin/exam/tmpl'
const mostGroups = 50

export function TmplEditor({ start }: { start: TmplForm }) {
  const navigate = useNavigate()
  const form = useDraft({
    of: tmpl.save,
    start,
    bodyOf,
    placed: [errors.tmplStock[0]],
    refresh: [tmpl.paging, tmpl.detail],
    compare: contentOf,
  })
  const { draft, change, busy, save } = form
  const saveDraft = async () => {
    const saved = await save({ publish: false })
    if (!saved) return
    notify.success(t('草稿已保存'))
    // applied as a patch: the user may have typed in the meantime
    change((before) => ({ ...before, ...saved }))
  }
  /** A published template stays published. */
  const storeFirst = async () => (await save({ publish: draft.state === TmplState.published })) !== undefined
  const publish = async (next: (id: string) => string) => {
    const saved = await save({ publish: true })
    if (!saved) return
    notify.success(t('试卷模板已发布'))
    void navigate(next(saved.id), leaving)
  }
  useShortcuts({ s: () => void saveDraft() })
  const newest = () => call(tmpl.detail, { id: draft.id ?? '' })
  return (
    <div className={styles.tmplPage}>
      <LeaveGuard isDirty={form.isDirty} onSave={storeFirst} />
      {form.conflict && (
        <ConflictNotice
          onReload={async () => form.begin(formOf(await newest()))}
          onOverwrite={async () => {
            const { version } = await newest()
            change((before) => ({ ...before, version }))
            await saveDraft()
          }}
        />
      )}
      <ProblemProvider key={form.epoch} problems={form.problems} tries={form.tries}>
        <Head form={draft} change={change} />
        <Groups form={draft} change={change} />
      </ProblemProvider>
      <Foot form={draft} change={change}>
        <Button onClick={() => void navigate(list, leaving)}>{t('取消')}</Button>
        {draft.id !== undefined && (
          <Can permit="qu:list">
            {/* the stored template is drawn: the guard asks first about unsaved changes */}
            <Button disabled={busy} onClick={() => void navigate(`/admin/exam/tmpl/preview/${draft.id}`)}>
              {t('预览试卷')}
            </Button>
          </Can>
        )}
        <Tooltip title="Ctrl + S">
          <Button disabled={busy} onClick={() => void saveDraft()}>
            {draft.state === TmplState.published ? t('保存并转为草稿') : t('保存草稿')}
          </Button>
        </Tooltip>
        <Can permit="exam:add">
          <Button disabled={busy} onClick={() => void publish((id) => `/admin/exam/add/${id}`)}>
            {t('发布并创建考试')}
          </Button>
        </Can>
        <Button type="primary" loading={busy} onClick={() => void publish(() => list)}>
          {draft.state === TmplState.published ? t('保存并发布') : t('发布')}
        </Button>
      </Foot>
    </div>
  )
}

const examples: Record<SiteKind, PlainText> = {
  none: '例如 消防安全月度考试',
  company: '例如 新员工入职考试',
  school: '例如 第一学期期中考试',
  hotel: '例如 前厅服务月度考试',
  hospital: '例如 感染防控季度考核',
  examiner: '例如 会计专业技术资格考试',
}

type PartProps = { form: TmplForm; change: Change<TmplForm> }

function Head({ form, change }: PartProps) {
  const set = (part: Partial<TmplForm>) => change((before) => ({ ...before, ...part }))
  return (
    <div className={styles.tmplHead}>
      <Place
        at="title"
        required
        label={t('模板名称')}
        extra={<Tag>{tLabel(tmplState[form.state === TmplState.published ? TmplState.published : TmplState.draft])}</Tag>}
      >
        <Input
          autoFocus={form.id === undefined}
          value={form.title}
          maxLength={100}
          aria-label={t('模板名称')}
          placeholder={t(examples[useSiteKind()])}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Place>
      <Place at="remark" label={t('备注')}>
        <Input value={form.remark} maxLength={500} aria-label={t('备注')} onChange={(event) => set({ remark: event.target.value })} />
      </Place>
      <Flex wrap gap="large" className={styles.tmplSwitches}>
        <Checkbox checked={form.quShuffle} onChange={(event) => set({ quShuffle: event.target.checked })}>
          {t('试题乱序（大题内每人顺序不同）')}
        </Checkbox>
        <Checkbox checked={form.optionShuffle} onChange={(event) => set({ optionShuffle: event.target.checked })}>
          {t('选项乱序（固定位置的选项除外）')}
        </Checkbox>
      </Flex>
    </div>
  )
}

function Groups({ form, change }: PartProps) {
  const { groups } = form
  const stockOf = useStock(groups)
  const used = groups.flatMap((group) => (group.mode === 'fixed' ? group.quList.map((one) => one.quId) : []))
  const setGroups = (update: (before: GroupForm[]) => GroupForm[]) => change((before) => ({ ...before, groups: update(before.groups) }))
  return (
    <Place at="groups">
      <Sortable
        ids={groups.map((one) => one.key)}
        label={t('大题')}
        className={styles.tmplGroups}
        onMove={(from, to) => setGroups((before) => renumbered(moved(before, from, to), before))}
      >
        {(key, index, handle) => {
          const group = groups[index]
          return (
            group && (
              <GroupCard
                group={group}
                index={index}
                handle={handle}
                stockOf={stockOf}
                used={used}
                change={(update) => setGroups((before) => before.map((one) => (one.key === key ? update(one) : one)))}
                remove={() =>
                  setGroups((before) =>
                    renumbered(
                      before.filter((one) => one.key !== key),
                      before,
                    ),
                  )
                }
              />
            )
          )
        }}
      </Sortable>
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={groups.length >= mostGroups}
        onClick={() => setGroups((before) => [...before, newGroup(before.length)])}
      >
        {t('添加大题')}
      </Button>
      {groups.some((group) => group.draws.some((row) => isShort(row, stockOf(row)))) && (
        <p className={styles.tmplHint}>{t('红色的行题库存量不足，可以保存草稿，补足后才能发布')}</p>
      )}
    </Place>
  )
}

function Foot({ form, change, children }: PartProps & { children: React.ReactNode }) {
  const { quCount, score } = totals(form.groups)
  return (
    <Flex wrap gap="large" align="center" justify="space-between" className={styles.tmplFoot} data-card data-testid="template-totals">
      <Flex gap="large" align="center">
        <Statistic title={t('大题')} value={form.groups.length} />
        <Statistic title={t('题量')} value={quCount} />
        <Statistic title={t('总分')} value={score} />
        <ScaleButton groups={form.groups} onScaled={(scaled) => change((before) => ({ ...before, groups: scaled(before.groups) }))} />
      </Flex>
      <Flex wrap gap="small">
        {children}
      </Flex>
    </Flex>
  )
}
