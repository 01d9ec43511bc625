// The icons that a menu may name, by Ant Design's names. Only these are bundled.
import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CheckSquareOutlined,
  ClusterOutlined,
  ContainerOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  EditOutlined,
  EyeOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  FolderOutlined,
  FormOutlined,
  HighlightOutlined,
  HomeOutlined,
  IdcardOutlined,
  MenuOutlined,
  MonitorOutlined,
  NotificationOutlined,
  PlayCircleOutlined,
  ProfileOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  TrophyOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType> = {
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  barchart: BarChartOutlined,
  bell: BellOutlined,
  book: BookOutlined,
  checksquare: CheckSquareOutlined,
  cluster: ClusterOutlined,
  container: ContainerOutlined,
  creditcard: CreditCardOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  edit: EditOutlined,
  eye: EyeOutlined,
  filedone: FileDoneOutlined,
  filetext: FileTextOutlined,
  folder: FolderOutlined,
  form: FormOutlined,
  highlight: HighlightOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  menu: MenuOutlined,
  monitor: MonitorOutlined,
  notification: NotificationOutlined,
  playcircle: PlayCircleOutlined,
  profile: ProfileOutlined,
  questioncircle: QuestionCircleOutlined,
  read: ReadOutlined,
  safetycertificate: SafetyCertificateOutlined,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  solution: SolutionOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  trophy: TrophyOutlined,
  user: UserOutlined,
}

/** 'FileDoneOutlined', 'file-done' and 'filedone' are the same icon; an unknown name gives the neutral one. */
export function MenuIcon({ name }: { name: string }) {
  const key = name
    .toLowerCase()
    .replace(/outlined$/, '')
    .replaceAll(/[^a-z]/g, '')
  const Icon = icons[key] ?? AppstoreOutlined
  return <Icon />
}
