import { create } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { accountParts } from '../../../../src/codec/legacy/accountParts.ts'
import { ModuleAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import {
	BaseVestingAccountSchema,
	ContinuousVestingAccountSchema,
	PeriodicVestingAccountSchema,
} from '../../../../src/gen/cosmos/vesting/v1beta1/vesting_pb.js'

const empty = { address: '', accountNumber: 0n, sequence: 0n }
const nothing = { originalVesting: [], delegatedFree: [], delegatedVesting: [], endTime: 0n }

it('an account whose parts were left out has zeros in their place', () => {
	expect(accountParts(create(ModuleAccountSchema))).toEqual({
		base: empty,
		vesting: undefined,
		startTime: undefined,
		periods: undefined,
		module: { name: '', permissions: [] },
	})
	expect(accountParts(create(ContinuousVestingAccountSchema, { startTime: 5n }))).toMatchObject({
		base: empty,
		vesting: undefined,
		startTime: 5n,
		module: undefined,
	})
	const baseVestingAccount = create(BaseVestingAccountSchema)
	const periodic = create(PeriodicVestingAccountSchema, { baseVestingAccount })
	expect(accountParts(periodic)).toMatchObject({ base: empty, vesting: nothing, startTime: 0n, periods: [] })
})
