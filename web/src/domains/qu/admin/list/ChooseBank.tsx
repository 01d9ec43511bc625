// Which bank an import, an export or a search for duplicates is about.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { RepoSelect } from '../../../repo/RepoSelect.tsx'
import styles from './choose-bank.module.css'

type ChooseBankProps = {
  title: string
  /** a bank can be made here, too: on a new site there is none to choose */
  canCreate: boolean
  onChoose: (repoId: string) => void
  onClose: () => void
}

export function ChooseBank({ title, canCreate, onChoose, onClose }: ChooseBankProps) {
  const [bank, setBank] = useState<string>()
  const [name, setName] = useState('')
  const [asked, setAsked] = useState<boolean>()
  const label = tLabel('题库名称')
  const mayCreate = canCreate && can(['repo:add'])
  const { data } = useCall(repo.paging, { current: 1, size: 1, params: {} }, { enabled: mayCreate, quiet: true })
  const isNew = mayCreate && (asked ?? data?.total === 0)
  const save = useCommand(repo.save, { refresh: [repo.paging], onDone: ({ id }) => onChoose(id) })
  const confirm = () => {
    if (isNew && name.trim() !== '') save.mutate({ title: name.trim(), remark: '', isExam: true, isTrain: false })
    else if (isNew) notify.warning(t('请填写{{label}}', { label }))
    else if (bank === undefined) notify.warning(t('请先选择题库'))
    else onChoose(bank)
  }
  return (
    <Modal
      open
      title={title}
      okText={t('下一步')}
      cancelText={t('取消')}
      onOk={confirm}
      onCancel={onClose}
      confirmLoading={save.isPending}
      width={440}
    >
      <div className={styles.chooseBank}>
        {isNew ? (
          <Input
            autoFocus
            value={name}
            maxLength={100}
            aria-label={label}
            placeholder={t('请填写{{label}}', { label })}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={confirm}
          />
        ) : (
          <RepoSelect value={bank} onChange={setBank} />
        )}
        {mayCreate && (
          <Button type="link" onClick={() => setAsked(!isNew)}>
            {isNew ? t('选择已有题库') : t('新建题库')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
