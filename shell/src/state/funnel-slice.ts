import { emptyFunnelState, type FunnelAction, type FunnelState } from '@funnel/contracts/funnel-state';
import { createSlice, type CaseReducer, type PayloadAction } from '@reduxjs/toolkit';

/** `funnel` of `funnel/emailGiven`. */
type SliceName = FunnelAction['type'] extends `${infer Name}/${string}` ? Name : never;

/** One reducer for each action of the contract, under the last part of its type and with its payload. */
type FunnelReducers = {
  readonly [
    Action in FunnelAction as Action['type'] extends `${SliceName}/${infer Name}` ? Name : never
  ]: CaseReducer<
    FunnelState,
    Action extends { payload: infer Payload } ? PayloadAction<Payload> : PayloadAction
  >;
};

/** The visitor's state. Remotes dispatch the plain actions of `@funnel/contracts`, so its own creators are not used. */
export const { reducer: funnelReducer } = createSlice({
  name: 'funnel' satisfies SliceName,
  initialState: emptyFunnelState,
  reducers: {
    questionAnswered: (state, { payload }) => {
      state.quizAnswers[payload.label] = payload.answer;
    },
    goalChosen: (state, { payload }) => {
      state.specialGoal = payload;
    },
    emailGiven: (state, { payload }) => {
      state.email = payload;
    },
    startedOver: () => emptyFunnelState,
  } satisfies FunnelReducers,
});
