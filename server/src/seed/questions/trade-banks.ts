// The banks of three more trades, added with the history: 100 questions each.
import { type DemoBank, bank } from './banks.ts'
import { buildingDuties } from './building/duties.ts'
import { siteElectricity } from './building/electricity.ts'
import { fireAndRescue } from './building/fire-and-rescue.ts'
import { heights } from './building/heights.ts'
import { pitsAndCranes } from './building/pits-and-cranes.ts'
import { hospitalDisinfection } from './hospital/disinfection.ts'
import { handHygiene } from './hospital/hand-hygiene.ts'
import { isolation } from './hospital/isolation.ts'
import { surveillance } from './hospital/surveillance.ts'
import { medicalWaste } from './hospital/waste.ts'
import { defensiveDriving } from './road/defensive.ts'
import { roadLaw } from './road/law.ts'
import { passengersAndGoods } from './road/passengers-and-goods.ts'
import { roadRules } from './road/rules.ts'
import { vehicleAndLoad } from './road/vehicle.ts'

export const hospitalBank = '医院感染控制'
export const buildingBank = '建筑施工安全'
export const roadBank = '道路运输驾驶员'

/** As `demoBanks`; the laws and standards stand in the remark and in the analyses. */
export const tradeBanks: DemoBank[] = [
  bank(hospitalBank, '面向医院各岗位。依据《医院感染管理办法》《医疗废物管理条例》和手卫生、消毒、隔离的卫生行业标准编写。', [
    handHygiene,
    hospitalDisinfection,
    isolation,
    medicalWaste,
    surveillance,
  ]),
  bank(buildingBank, '面向施工现场各工种。依据《安全生产法》《建设工程安全生产管理条例》和施工安全技术规范编写。', [
    buildingDuties,
    heights,
    siteElectricity,
    pitsAndCranes,
    fireAndRescue,
  ]),
  bank(roadBank, '面向货运、客运驾驶员。依据《道路交通安全法》及其实施条例编写，均为自编题。', [
    roadLaw,
    roadRules,
    vehicleAndLoad,
    defensiveDriving,
    passengersAndGoods,
  ]),
]
