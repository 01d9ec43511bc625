// The icon of a file's kind, with the kind as text.
import {
  CodeSandboxOutlined,
  CustomerServiceOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FormOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons'
import { AUDIO, PDF, ROOM, SCORM, TOOL, VIDEO, WORK } from './file-labels.ts'
import styles from './course-file.module.css'

const marks: Record<number, typeof FilePdfOutlined> = {
  [PDF]: FilePdfOutlined,
  [AUDIO]: CustomerServiceOutlined,
  [VIDEO]: PlayCircleOutlined,
  [SCORM]: CodeSandboxOutlined,
  [TOOL]: ExportOutlined,
  [WORK]: FormOutlined,
  [ROOM]: EnvironmentOutlined,
}

export function KindMark({ fileType }: { fileType: number }) {
  const Mark = marks[fileType] ?? FileTextOutlined
  return <Mark className={styles.fileMark} aria-hidden />
}
