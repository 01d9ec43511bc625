// Questions of one course file or notice, begun on its row: the bank is chosen here.
import { Flex, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { RepoSelect } from '../../repo/RepoSelect.tsx'
import { type GivenSource, MakeQuestions } from './MakeQuestions.tsx'

type MakeFromProps = { source: GivenSource; title: string; onClose: () => void }

export function MakeFrom({ source, title, onClose }: MakeFromProps) {
  const [repoId, setRepoId] = useState<string>()
  return (
    <Modal open title={t('用“{{title}}”出题', { title })} width={760} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <Flex vertical gap="middle">
        <RepoSelect value={repoId ?? null} onChange={setRepoId} placeholder={t('出到哪个题库')} aria-label={t('出到哪个题库')} />
        <MakeQuestions repoId={repoId} given={source} />
      </Flex>
    </Modal>
  )
}
