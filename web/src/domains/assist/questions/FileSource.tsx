// Chooses a course file as the material, and from which to which page.
import { assistText, type MaterialSource } from '@shuyuan/contract/assist/questions/questions.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert, Flex, InputNumber, Select, Spin } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import styles from './make.module.css'

const MOST = 50

export function FileSource({ onSource }: { onSource: (source: MaterialSource | undefined) => void }) {
  const [word, setWord] = useState('')
  const [fileId, setFileId] = useState<string>()
  const title = useDeferredValue(word.trim())
  const body = { current: 1, size: MOST, params: title === '' ? {} : { title } }
  const { data, isFetching } = useCall(courseFile.paging, body, { quiet: true, placeholderData: keepPreviousData as never })
  const choose = (id?: string) => {
    setFileId(id)
    onSource(id === undefined ? undefined : { fileId: id })
  }
  return (
    <Flex vertical gap="small">
      <Select
        aria-label={t('选择课件')}
        placeholder={t('选择课件（PDF、Word、PPT、文本和字幕）')}
        allowClear
        showSearch={{ filterOption: false, onSearch: setWord }}
        loading={isFetching}
        options={(data?.records ?? []).map((row) => ({ value: row.id, label: row.title }))}
        {...(fileId === undefined ? {} : { value: fileId })}
        onChange={choose}
      />
      {fileId !== undefined && <FileText key={fileId} fileId={fileId} onSource={onSource} />}
    </Flex>
  )
}

/** The text of a file, and which of its pages are taken. */
export function FileText({ fileId, onSource }: { fileId: string; onSource: (source: MaterialSource) => void }) {
  const { data, error } = useCall(assistText.detail, { fileId }, { quiet: true })
  const [range, setRange] = useState<{ from?: number; to?: number }>({})
  if (!data) return error ? <Alert type="error" showIcon title={error.message} /> : <Spin size="small" aria-label={t('正在读取文字')} />
  if (data.error !== '') return <Alert type="warning" showIcon title={data.error} />
  const last = data.pages.at(-1)?.at ?? 0
  const change = (part: { from?: number; to?: number }) => {
    const next = { ...range, ...part }
    setRange(next)
    onSource({ fileId, ...next })
  }
  return (
    <Flex gap="small" align="center" wrap>
      <span className={styles.makeHint}>{t('共 {{n}} 字', { n: data.chars })}</span>
      {last > 1 && (
        <>
          <InputNumber
            min={1}
            max={last}
            precision={0}
            placeholder="1"
            aria-label={t('从第几页')}
            onChange={(value) => change({ from: value ?? 1 })}
          />
          {t('页至')}
          <InputNumber
            min={1}
            max={last}
            precision={0}
            placeholder={String(last)}
            aria-label={t('到第几页')}
            onChange={(value) => change({ to: value ?? last })}
          />
          {t('页')}
        </>
      )}
    </Flex>
  )
}
