import {
  emailGiven,
  emptyFunnelState,
  goalChosen,
  questionAnswered,
  startedOver,
  type FunnelState,
} from '@funnel/contracts/funnel-state';
import { createAction, createReducer } from '@reduxjs/toolkit';

/** Another tab has written; this is the state with it. */
export const stateSynced = createAction<FunnelState>('funnel/caughtUp');

/** Turns the funnel's plain actions into state. */
export const funnelReducer = createReducer<FunnelState>(emptyFunnelState, (builder) =>
  builder
    .addCase('funnel/questionAnswered', (state, { payload }: ReturnType<typeof questionAnswered>) => {
      state.quizAnswers[payload.label] = payload.answer;
    })
    .addCase('funnel/goalChosen', (state, { payload }: ReturnType<typeof goalChosen>) => {
      state.specialGoal = payload;
    })
    .addCase('funnel/emailGiven', (state, { payload }: ReturnType<typeof emailGiven>) => {
      state.email = payload;
    })
    .addCase(startedOver().type, (state) => {
      state.quizAnswers = {};
      state.specialGoal = null;
    })
    .addCase(stateSynced, (_, { payload }) => payload),
);
